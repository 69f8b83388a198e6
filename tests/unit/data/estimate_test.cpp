#include "data/estimate.h"

#include "support/catch.h"

using namespace weald;

TEST_CASE("estimate: amounts add up bound by bound, and what has no bound has none in a sum") {
  const Amount few = Amount::between(2, 3), open{5, std::nullopt};
  CHECK(few + Amount::exactly(4) == Amount::between(6, 7));
  CHECK((few + open).least == 7);
  CHECK_FALSE((few + open).most);
  CHECK(few * 10 == Amount::between(20, 30));
}

TEST_CASE("estimate: one number stands for both bounds only where they lie close to each other") {
  CHECK(Amount::exactly(7).typical() == Approx(7));
  CHECK(*Amount::between(2, 8).typical() == Approx(4));
  CHECK_FALSE(Amount::between(1, 9).typical());
  CHECK_FALSE(Amount::up_to(9).typical());
  CHECK_FALSE(Amount{}.typical());
}

TEST_CASE("estimate: a heightmap takes four bytes a sample, and so does an image a pixel") {
  CHECK(Estimate::of_heightmap({300, 200, 1, {0, 0}}).bytes == Amount::exactly(240'000));
  CHECK(Estimate::of_image(300, 200).bytes == Amount::exactly(240'000));
}
