#include "engine/preset/preset_text.h"

#include "support/catch.h"

#include "base/error.h"
#include "engine/preset/yaml_reader.h"
#include "support/files.h"

using namespace weald;
using schema::Node;

namespace {

/// A folder of preset files that goes away with the test.
class Folder {
 public:
  std::string file(const std::string& name, const std::string& text) const {
    test::write_text(folder_ / name, text);
    return folder_ / name;
  }

 private:
  test::TemporaryFolder folder_;
};

Node parse(const std::string& text, Sources& sources, Diagnostics& diagnostics) {
  auto node = preset::read_yaml(sources.add("t.yaml", text), text, diagnostics);
  REQUIRE(node);
  return *node;
}

std::string text_at(const Node& root, std::initializer_list<std::string_view> path) {
  const Node* node = &root;
  for (const auto key : path) {
    const schema::Entry* entry = node->find(key);
    if (entry == nullptr) return "<none>";
    node = &entry->value;
  }
  return node->scalar() != nullptr ? node->scalar()->text : std::string(node->kind_name());
}

}  // namespace

TEST_CASE("extends: maps merge, lists replace, a null removes, a stage of another kind replaces", "[preset]") {
  Sources sources;
  Diagnostics diagnostics;
  Node base = parse("{a: {x: 1, y: 2}, l: [1, 2, 3], gone: 5, s: {kind: fbm, octaves: 3}}", sources, diagnostics);
  preset::merge(base, parse("{a: {y: 3, z: 4}, l: [9], gone: ~, s: {kind: remap}}", sources, diagnostics));
  CHECK(text_at(base, {"a", "x"}) == "1");
  CHECK(text_at(base, {"a", "y"}) == "3");
  CHECK(text_at(base, {"a", "z"}) == "4");
  CHECK(base.find("l")->value.list()->size() == 1);
  CHECK(base.find("gone") == nullptr);
  CHECK(text_at(base, {"s", "octaves"}) == "<none>");
}

TEST_CASE("set: a path deeper than a preset may be nested is refused with its place", "[preset]") {
  std::string path = "hills";
  for (int i = 0; i < 500'000; ++i) path += ".a";
  for (const bool is_picture : {false, true}) {
    Sources sources;
    Diagnostics diagnostics;
    Node root = parse("stages: {hills: {kind: fbm}}\n", sources, diagnostics);
    const std::uint32_t source = sources.add("--set #1", path + "=1");
    if (is_picture)
      preset::apply_inside(root, source, "--picture", path + "=1", diagnostics);
    else
      preset::apply_set(root, source, path + "=1", diagnostics);
    REQUIRE(diagnostics.error_count() == 1);
    CHECK(diagnostics.all()[0].message == "the path has more than 64 steps");
    CHECK(diagnostics.all()[0].where->column == 6 + 2 * 64 - 1);
  }
}

TEST_CASE("set: a value takes the place of the old one and keeps the flag's place", "[preset]") {
  Sources sources;
  Diagnostics diagnostics;
  Node root = parse("stages: {hills: {kind: fbm, octaves: 3, tropism: {vector: [0, 1, 0]}}}\n", sources, diagnostics);
  const std::string flag = "hills.octaves=9";
  const auto source = sources.add("--set #1", flag);
  preset::apply_set(root, source, flag, diagnostics);
  preset::apply_set(root, sources.add("--set #2", "hills.tropism.vector.1=-2"), "hills.tropism.vector.1=-2",
                    diagnostics);
  preset::apply_set(root, sources.add("--set #3", "seed=7"), "seed=7", diagnostics);
  preset::apply_set(root, sources.add("--set #4", "hills.size=[3, 4]"), "hills.size=[3, 4]", diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(text_at(root, {"stages", "hills", "octaves"}) == "9");
  const SourceLoc where = root.find("stages")->value.find("hills")->value.find("octaves")->value.where;
  CHECK(where.source == source);
  CHECK(where.line == 1);
  CHECK(where.column == 15);
  CHECK((*root.find("stages")->value.find("hills")->value.find("tropism")->value.find("vector")->value.list())[1]
            .scalar()
            ->text == "-2");
  CHECK(text_at(root, {"seed"}) == "7");
  CHECK(root.find("stages")->value.find("hills")->value.find("size")->value.list()->size() == 2);
}

TEST_CASE("set: an unknown stage, a missing value and a bad index are errors with a suggestion", "[preset]") {
  Sources sources;
  Diagnostics diagnostics;
  Node root = parse("stages: {hills: {kind: fbm, size: [3, 4]}}\noutputs: [{from: hills, file: a.png}]\n", sources,
                    diagnostics);
  const auto error = [&](const std::string& flag) {
    Diagnostics errors;
    preset::apply_set(root, sources.add("--set", flag), flag, errors);
    REQUIRE(errors.all().size() == 1);
    return errors.all()[0].message + " | " + errors.all()[0].help;
  };
  CHECK(error("hils.octaves=9") == "there is no stage 'hils' | did you mean 'hills'?");
  CHECK(error("hills") == "--set needs stage.key=value | for example --set hills.octaves=9");
  CHECK(error("=9").starts_with("--set needs stage.key=value"));
  CHECK(error("hills=9").find("names no key") != std::string::npos);
  CHECK(error("hills.size.2=9") == "'2' is not an element of this list, which has 2 | elements are numbered 0 to 1");
  CHECK(error("hills.size.=9") == "'' is not an element of this list, which has 2 | elements are numbered 0 to 1");
  CHECK(error("hills.kind.x=9").find("cannot be set inside") != std::string::npos);
  CHECK(error("outputs.1.file=b.png").find("not an element") != std::string::npos);
}

TEST_CASE("set: an output is named by its number or by its file, the longest name first", "[preset]") {
  Sources sources;
  Diagnostics diagnostics;
  Node root =
      parse("stages: {a: {kind: fbm}}\noutputs: [{from: a, file: maps/a.png}, {from: a, file: maps/a.png.r16}]\n",
            sources, diagnostics);
  const auto set = [&](const std::string& flag) {
    preset::apply_set(root, sources.add("--set", flag), flag, diagnostics);
  };
  set("outputs.maps/a.png.depth=8");
  set("outputs.maps/a.png.r16.range=[0, 9]");
  set("outputs.1.byte_order=big");
  CHECK(diagnostics.all().empty());
  const Node::List& outputs = *root.find("outputs")->value.list();
  CHECK(outputs[0].text_at("depth") == "8");
  CHECK(outputs[1].list_at("range") != nullptr);
  CHECK(outputs[1].text_at("byte_order") == "big");
  set("outputs.maps/b.png.depth=8");
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "'maps/b' is not an element of this list, which has 2");
  CHECK(diagnostics.all()[0].help ==
        "elements are numbered 0 to 1, or named by their files: maps/a.png, maps/a.png.r16");
}

TEST_CASE("extends: a chain is read depth first, later files win, and paths count from the file they stand in",
          "[preset]") {
  const Folder folder;
  folder.file("lib/base.yaml", "weald: 1\nseed: 1\nstages: {a: {kind: fbm, octaves: 1}}\n");
  folder.file("lib/mid.yaml", "extends: base.yaml\nstages: {a: {octaves: 2}}\n");
  folder.file("other.yaml", "seed: 3\n");
  const std::string main = folder.file("main.yaml", "extends: [lib/mid.yaml, other.yaml]\nstages: {b: {kind: fbm}}\n");
  Sources sources;
  Diagnostics diagnostics;
  const auto text = preset::read_preset_text({main, {"a.lacunarity=2.5"}, "12"}, sources, diagnostics);
  REQUIRE(text);
  CHECK(diagnostics.all().empty());
  CHECK(text_at(text->root, {"stages", "a", "octaves"}) == "2");
  CHECK(text_at(text->root, {"stages", "a", "lacunarity"}) == "2.5");
  CHECK(text_at(text->root, {"seed"}) == "12");
  CHECK(text->files.size() == 4);
  const SourceLoc where = text->root.find("stages")->value.find("a")->value.find("octaves")->value.where;
  CHECK(text->directories[where.source].ends_with("lib"));
}

TEST_CASE("set: relative paths count from the folder of the preset, whichever preset of the call it is", "[preset]") {
  const Folder folder;
  const std::string first = folder.file("first/land.yaml", "weald: 1\nstages: {h: {kind: fbm}}\n");
  const std::string second = folder.file("second/land.yaml", "extends: ../first/land.yaml\n");
  Sources sources;
  Diagnostics diagnostics;
  for (const auto& [file, name] : {std::pair{first, "first"}, {second, "second"}}) {
    const auto text = preset::read_preset_text({file, {"h.file=map.png"}, {}}, sources, diagnostics);
    REQUIRE(text);
    const SourceLoc where = text->root.find("stages")->value.find("h")->value.find("file")->value.where;
    CHECK(text->directories[where.source].ends_with(name));
  }
}

TEST_CASE("extends: a circle names its chain and a missing base names its place", "[preset]") {
  const Folder folder;
  folder.file("b.yaml", "extends: [a.yaml]\n");
  const std::string a = folder.file("a.yaml", "extends: [b.yaml]\n");
  const std::string lost = folder.file("lost.yaml", "weald: 1\nextends: [nowhere.yaml]\n");
  Sources sources;
  Diagnostics diagnostics;
  CHECK_FALSE(preset::read_preset_text({a, {}, {}}, sources, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "presets extend each other in a cycle: a.yaml -> b.yaml -> a.yaml");
  Diagnostics more;
  CHECK_FALSE(preset::read_preset_text({lost, {}, {}}, sources, more));
  REQUIRE(more.all().size() == 1);
  CHECK(more.all()[0].message.ends_with("no such file"));
  CHECK(more.all()[0].where->line == 2);
  CHECK(more.all()[0].where->column == 11);
}

TEST_CASE("extends: files that fan out are refused by their number, once", "[preset]") {
  const Folder folder;
  folder.file("leaf.yaml", "seed: 1\n");
  const auto many = [](const std::string& name, std::size_t count) {
    std::string list = "extends: [" + name;
    for (std::size_t i = 1; i < count; ++i) list += ", " + name;
    return list + "]\n";
  };
  const std::string most = folder.file("most.yaml", many("leaf.yaml", preset::kMaxFiles - 1));
  folder.file("wide.yaml", many("leaf.yaml", 20));
  const std::string over = folder.file("over.yaml", many("wide.yaml", 20));
  Sources sources;
  Diagnostics diagnostics;
  CHECK(preset::read_preset_text({most, {}, {}}, sources, diagnostics));
  CHECK_FALSE(preset::read_preset_text({over, {}, {}}, sources, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "more than 64 presets are extended in all");
}

TEST_CASE("extends: a name that the file system refuses is an error at its place", "[preset]") {
  const Folder folder;
  const std::string file = folder.file("long.yaml", "extends: [" + std::string(5000, 'x') + "]\n");
  Sources sources;
  Diagnostics diagnostics;
  CHECK_FALSE(preset::read_preset_text({file, {}, {}}, sources, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].where->column == 11);
}

TEST_CASE("a preset file that is not there is an input error, not a preset error", "[preset]") {
  Sources sources;
  Diagnostics diagnostics;
  CHECK_THROWS_AS(preset::read_preset_text({"/nowhere/at/all.yaml", {}, {}}, sources, diagnostics), IoError);
  CHECK_THROWS_AS(preset::read_preset_text({"/", {}, {}}, sources, diagnostics), IoError);
}

TEST_CASE("extends: two presets that define a stage differently are an error with both places", "[preset]") {
  const Folder folder;
  folder.file("oak.yaml", "weald: 1\nstages:\n  tree: {kind: fbm, octaves: 3}\n  land: {kind: fbm}\n");
  folder.file("pine.yaml", "stages: {tree: {kind: fbm, octaves: 4}, land: {kind: fbm}}\n");
  folder.file("finer.yaml", "stages: {tree: {octaves: 6}}\n");
  const auto octaves = [&](const std::string& text) {
    Sources sources;
    Diagnostics diagnostics;
    const auto read = preset::read_preset_text({folder.file("main.yaml", text), {}, {}}, sources, diagnostics);
    REQUIRE(read);
    if (diagnostics.has_errors()) return format_all(diagnostics, sources, false);
    return text_at(read->root, {"stages", "tree", "octaves"});
  };
  const std::string error = octaves("extends: [oak.yaml, pine.yaml]\n");
  CHECK(error.find("main.yaml:1:21: error: stage 'tree' is defined differently by two of the extended presets") !=
        std::string::npos);
  CHECK(error.find("oak.yaml:3 ") != std::string::npos);
  CHECK(error.find("pine.yaml:1\n") != std::string::npos);
  CHECK(error.find("'land'") == std::string::npos);
  CHECK(octaves("extends: [oak.yaml, pine.yaml]\nstages: {tree: {octaves: 5}}\n").find("error") != std::string::npos);
  CHECK(octaves("extends: [oak.yaml, pine.yaml]\nstages: {tree: {kind: fbm}}\n") == "<none>");
  CHECK(octaves("extends: [oak.yaml, pine.yaml]\nstages: {tree: ~}\n") == "<none>");
  CHECK(octaves("extends: [oak.yaml, finer.yaml]\n") == "6");
  CHECK(octaves("extends: [oak.yaml, oak.yaml]\n") == "3");
}
