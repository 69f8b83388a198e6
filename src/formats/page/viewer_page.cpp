#include "formats/page/viewer_page.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text/base64.h"
#include "formats/page/detail/page_parts.h"

namespace weald::io {

namespace {

/// JSON inside a script element: no '<' may begin a tag there.
std::string script_json(const nlohmann::ordered_json& value) {
  std::string text;
  for (const char c : value.dump(-1, ' ', true)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::string info_json(const PageInfo& info) {
  nlohmann::ordered_json root = {
      {"title", info.title}, {"maker", info.maker}, {"values", nlohmann::ordered_json::array()}};
  for (const PageValue& value : info.values) root["values"].push_back({{"name", value.name}, {"value", value.value}});
  if (info.reload) root["reload"] = {{"stamp", info.reload->stamp}, {"script", info.reload->script}};
  return script_json(root);
}

/// Appends the Base64 text of the bytes, some at a time.
void append_base64(std::string_view bytes, Sink& sink) {
  constexpr std::size_t kBlock = 3 << 16;
  for (std::size_t at = 0; at < bytes.size(); at += kBlock) sink.append(base64(bytes.substr(at, kBlock)));
}

}  // namespace

bool has_viewer_page() { return !page_parts().three.empty(); }

double viewer_page_bytes() {
  const PageParts& parts = page_parts();
  return static_cast<double>(parts.page.size() + parts.three.size() + parts.loader.size() + parts.controls.size() +
                             parts.stage.size() + parts.viewer.size());
}

std::string page_stamp(std::string_view glb, const PageInfo& info) {
  Hasher hasher;
  hasher.add(glb);
  hasher.add(info_json({info.title, info.maker, info.values, std::nullopt}));
  return hasher.hex();
}

std::string reload_script(std::string_view stamp) { return fmt::format("weald_page(\"{}\");\n", stamp); }

void write_viewer_page(std::string_view glb, const PageInfo& info, Sink& sink) {
  if (!has_viewer_page()) throw IoError("this weald was built without three.js, so it cannot write pages");
  const PageParts& parts = page_parts();
  std::string_view rest = parts.page;
  const auto until = [&](std::string_view mark) {
    const std::size_t at = rest.find(mark);
    WEALD_CHECK(at != std::string_view::npos);
    sink.append(rest.substr(0, at));
    rest.remove_prefix(at + mark.size());
  };
  until("{{title}}");
  sink.append(html_text(info.title));
  until("{{info}}");
  sink.append(info_json(info));
  until("{{model}}");
  append_base64(glb, sink);
  until("{{three}}");
  sink.append(parts.three);
  until("{{loader}}");
  sink.append(parts.loader);
  until("{{controls}}");
  sink.append(parts.controls);
  until("{{stage}}");
  sink.append(parts.stage);
  until("{{viewer}}");
  sink.append(parts.viewer);
  sink.append(rest);
}

void write_pair_scripts(Sink& sink) {
  if (!has_viewer_page()) throw IoError("this weald was built without three.js, so it cannot show models");
  const PageParts& parts = page_parts();
  constexpr std::string_view kBegin = "<!--", kEnd = "-->";  // the licence of three.js
  const std::size_t begin = parts.page.find(kBegin), end = parts.page.find(kEnd);
  WEALD_CHECK(begin < end && end != std::string_view::npos);
  sink.append(parts.page.substr(begin, end + kEnd.size() - begin));
  for (const std::string_view script : {parts.three, parts.loader, parts.controls, parts.stage, parts.pair}) {
    sink.append("\n<script>");
    sink.append(script);
    sink.append("</script>");
  }
  sink.append("\n");
}

}  // namespace weald::io
