/* What the files of c_api_test share. */
#ifndef WEALD_TESTS_C_TEST_H
#define WEALD_TESTS_C_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weald/weald_c.h>

extern int failures;
extern const char* preset_path; /* of all.yaml */
extern const char* folder;      /* to write into */

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                             \
    }                                                                         \
  } while (0)

/* What the rest of a test needs. */
#define REQUIRE(condition)     \
  do {                         \
    CHECK(condition);          \
    if (failures > 0) exit(1); \
  } while (0)

/* The preset all.yaml, and what one of its stages makes. */
weald_preset* loaded(void);
weald_artifact* artifact_of(const char* stage);

/* In c_data_test.c. */
void data_of_artifacts(void);

#endif
