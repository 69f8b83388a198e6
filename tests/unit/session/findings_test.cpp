#include "support/catch.h"

#include "session/findings.h"

using namespace weald;

TEST_CASE("findings: what was added once is not added again, and each is taken once") {
  session::Findings findings;
  Diagnostics found;
  found.error({}, "wrong");
  findings.add_once(found);
  CHECK(findings.take_new().error_count() == 1);
  found.warning({}, "doubtful");
  findings.add_once(found);
  CHECK(findings.diagnostics.all().size() == 2);
  const Diagnostics fresh = findings.take_new();
  REQUIRE(fresh.all().size() == 1);
  CHECK(fresh.all()[0].message == "doubtful");
  CHECK(findings.take_new().all().empty());
}
