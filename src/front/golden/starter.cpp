#include "front/golden/starter.h"

#include <fmt/format.h>

#include "front/golden/suite.h"
#include "front/golden/text.h"

namespace weald::golden {

namespace {

/// A comment "#   key: help. Default: value." for each declared field, with this indent.
template <class P>
std::string field_comments(std::string_view indent) {
  std::string text;
  for (const schema::FieldInfo& field : schema::describe<P>()) {
    const bool is_group = field.type.kind == schema::ValueType::Kind::record;
    const std::string default_text = field.required || is_group || field.default_text.empty()
                                         ? ""
                                         : fmt::format(" Default: {}.", field.default_text);
    text += fmt::format("#{}{}: {}{}\n", indent, field.key, field.help, default_text);
  }
  return text;
}

std::string suite_text(const std::vector<StarterGolden>& goldens) {
  std::string text =
      "# Goldens: the presets to build, and how to compare the results with those pinned beside this file.\n"
      "#   weald golden check     compare\n"
      "#   weald golden update    accept the current results\n"
      "#   weald golden review    decide for each golden\n"
      "#\n"
      "# Keys of a golden:\n" +
      field_comments<GoldenSpec>("   ") +
      "# With 'presets' instead of 'preset' there is a golden for each matching file, with the name of the file:\n"
      "#   {presets: ../presets/*.yaml}. 'ignore' lists presets that need no golden: ignore: "
      "[../presets/draft_*.yaml].\n"
      "# 'defaults' sets 'tier', 'keep' and 'tolerance' for all goldens. Keys of 'tolerance':\n"
      "#   heights:\n" +
      field_comments<compare::HeightTolerance>("     ") + "#   images:\n" +
      field_comments<compare::ImageTolerance>("     ") + "#   meshes:\n" +
      field_comments<compare::MeshTolerance>("     ") + "#   texts:\n" +
      field_comments<compare::TextTolerance>("     ") +
      fmt::format("weald: {}\n\ndefaults: {{tier: auto, keep: digests}}\n\n", kSuiteVersion);
  if (goldens.empty()) return text + "goldens: []  # for example: [{name: hills, preset: ../hills.yaml}]\n";
  text += "goldens:\n";
  for (const StarterGolden& golden : goldens)
    text += fmt::format("  - {{name: {}, preset: {}}}\n", schema::quoted_text(golden.name),
                        schema::quoted_text(golden.preset));
  return text;
}

constexpr std::string_view kAttributes =
    "# Digests and recipes are texts that merge line by line.\n"
    "pinned/*.txt text eol=lf\n"
    "pinned/*.recipe text eol=lf linguist-generated\n"
    "# References are files written by weald.\n"
    "references/** -text linguist-generated\n";

constexpr std::string_view kIgnored = "# Reports of 'weald golden check --report report'\n/report/\n";

std::string readme_text(const std::string& directory) {
  const std::string dir = shell_quoted(directory);
  return fmt::format(R"(# Goldens

`goldens.yaml` lists the presets to build; `pinned/` contains the digests of their last accepted results.

| to | run |
|---|---|
| compare | `weald golden check --dir={0}` |
| see what changed | `weald golden check --dir={0} --report={0}/report`, then open `{1}/report/index.html` |
| accept everything | `weald golden update --dir={0}` |
| accept one | `weald golden update --dir={0} NAME` |
| decide one by one | `weald golden review --dir={0}` |
| prove that the goldens can fail | `weald golden self-test --dir={0}` |

Results are accepted by hand and committed: `update` refuses to run if `CI` is set.

## GitHub

```yaml
- name: Goldens
  run: weald golden check --dir={0} --report={0}/report --markdown="$GITHUB_STEP_SUMMARY"
- uses: actions/upload-artifact@v4
  if: failure()
  with: {{name: golden-report, path: {1}/report}}
```

## GitLab

```yaml
goldens:
  script: weald golden check --dir={0} --report={0}/report --shard="$CI_NODE_INDEX/$CI_NODE_TOTAL"
  parallel: 2
  artifacts:
    when: always
    paths: ["{1}/report"]
    reports: {{junit: "{1}/report/junit.xml"}}
```
)",
                     dir, directory);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> starter_files(const std::vector<StarterGolden>& goldens,
                                                               const std::string& directory) {
  return {{std::string(kSuiteFile), suite_text(goldens)},
          {".gitattributes", std::string(kAttributes)},
          {".gitignore", std::string(kIgnored)},
          {"README.md", readme_text(directory)}};
}

}  // namespace weald::golden
