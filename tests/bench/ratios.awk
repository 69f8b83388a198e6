# The ratios that weald holds itself to, as a Markdown table. Input: lines of run.sh.
BEGIN { FS = "\t" }
{
  cpu[$2] = $5
  real[$2] = $4
  for (i = 6; i <= NF; ++i) {
    split($i, part, "=")
    counter[$2, part[1]] = part[2]
  }
}
function row(what, ratio, bar) {
  printf "| %s | %s | %s | %s |\n", what, sprintf((ratio < 10 ? "%.2f" : "%.1f"), ratio), bar, (bar == "" ? "" : ratio >= bar ? "yes" : "**no**")
}
# A row for the CPU times of two benchmarks; left out, with a line that says so, where one of them did not run.
function compare(what, ours, theirs, bar) {
  if (!(ours in cpu) || !(theirs in cpu)) { missing = missing "\nNot measured: " what ".\n"; return }
  row(what, cpu[theirs] / cpu[ours], bar)
}
# The same for the rate that both count.
function compare_rate(what, ours, theirs, rate, bar) {
  if (!((ours, rate) in counter) || !((theirs, rate) in counter)) { missing = missing "\nNot measured: " what ".\n"; return }
  row(what, counter[ours, rate] / counter[theirs, rate], bar)
}
# A row for what a benchmark counts per second.
function rate(what, ours, counted, bar,   value) {
  if (!((ours, counted) in counter)) { missing = missing "\nNot measured: " what ".\n"; return }
  value = counter[ours, counted]
  printf "| %s | %.1f M | %s | %s |\n", what, value / 1e6, (bar == "" ? "" : sprintf("%.0f M", bar / 1e6)), (bar == "" ? "" : value >= bar ? "yes" : "**no**")
}
# The same for the clock times of one and of two threads.
function threads(what, one, two, bar) {
  if (!(one in real) || !(two in real)) { missing = missing "\nNot measured: " what ".\n"; return }
  row(what, real[one] / real[two], bar)
}
# A row for a figure that must not be larger than a bar, in the unit's own words.
function bound(what, figure, unit, bar) {
  printf "| %s | %s %s | %s | %s |\n", what, sprintf((figure < 10 ? "%.2f" : "%.0f"), figure), unit, bar == "" ? "" : bar " " unit, (bar == "" ? "" : figure <= bar ? "yes" : "**no**")
}
# Rows for the CPU time, in seconds, and for the peak of memory of a benchmark that makes copies.
function copies(what, ours, seconds, megabytes,   made) {
  if (!(ours in cpu)) { missing = missing "\nNot measured: " what ".\n"; return }
  made = sprintf("%d copies %s", counter[ours, "copies"], what)
  bound(made ": CPU time", cpu[ours] / 1000, "s", seconds)
  bound("the same: memory on top of the land", counter[ours, "peak_MB"], "MB", megabytes)
}
END {
  print "### Ratios\n"
  print "Peer's CPU time over weald's, one thread each, same run.\n"
  print "| what | ratio | at least | holds |"
  print "|---|---|---|---|"
  base = counter["libnoise/perlin/std", "ns_per_sample_octave"]
  # The bar is for the instructions of CPUs since 2008; plain scalar code is listed for comparison.
  split("8 2", cells, " ")
  split("avx3 avx2 sse4 scalar", targets, " ")
  for (c = 1; c <= 2; ++c)
    for (t = 1; t <= 4; ++t) {
      n = "fbm/4096/finest_cell_" cells[c] "/" targets[t]
      if (!base || !(n in cpu)) continue
      row("fBm, 4096 x 4096, 8 octaves, finest cell of " cells[c] " samples, " targets[t] ", against libnoise per sample-octave",
          base / counter[n, "ns_per_sample_octave"], targets[t] == "scalar" ? "" : 40)
    }
  bars["fbm/4096/finest_cell_4"] = 150; bars["simplex/2048/cell_32"] = bars["cellular_f1/2048/cell_32"] = 25
  bars["warped_fbm_gradient/2048/finest_cell_4"] = 30
  peers["simplex/2048/cell_32"] = peers["cellular_f1/2048/cell_32"] = "libnoise/perlin/one_octave"
  peers["warped_fbm_gradient/2048/finest_cell_4"] = "libnoise/moved"
  whats = split("fbm/4096/finest_cell_4 simplex/2048/cell_32 cellular_f1/2048/cell_32 warped_fbm_gradient/2048/finest_cell_4", kinds, " ")
  for (k = 1; k <= whats; ++k)
    for (t = 1; t <= 2; ++t) {
      peer = (kinds[k] in peers) ? peers[kinds[k]] : "libnoise/perlin/std"
      n = kinds[k] "/" targets[t]
      if (!(peer in cpu) || !(n in cpu)) continue
      row(n ", against " peer " per sample-octave", counter[peer, "ns_per_sample_octave"] / counter[n, "ns_per_sample_octave"], bars[kinds[k]])
    }
  compare("OBJ text against `fprintf` with `std::to_chars`, same bytes", "obj_weald/1/real_time", "obj_fprintf<ToChars>/real_time", 3)
  compare("OBJ text against `fprintf` with `%.*g` until equal, same bytes", "obj_weald/1/real_time", "obj_fprintf<PrintUntilEqual>/real_time", 3)
  compare("PLY against `fwrite` vertex by vertex, same bytes", "ply_weald/1/real_time", "ply_fwrite/real_time", "")
  compare("GLB, with triangles in the order of the vertex cache, against tinygltf without", "glb/1_thread", "glb/tinygltf", "")
  compare("GLB against `fwrite` of the finished file", "glb/1_thread", "glb/fwrite", "")
  compare("packing vertices against meshoptimizer", "meshopt_vertices/weald", "meshopt_vertices/meshoptimizer", "")
  compare("packing triangles against meshoptimizer", "meshopt_triangles/weald", "meshopt_triangles/meshoptimizer", "")
  compare("what a camera sees among 10,000 copies, by their hierarchy against all triangles", "copies_by_hierarchy", "copies_all", 4)
  compare("resizing an image, 2048 to 700 pixels a side, Mitchell, against stb_image_resize", "resize/weald", "resize/stb", "")
  split("30000 12000", budget, " ")
  for (k = 1; k <= 2; ++k) compare("a tree without a budget against one of " budget[k] " triangles", "budget/" budget[k], "no_budget", "")
  ours = "png16_weald/1/real_time"; theirs = "png16_libpng_default/iterations:1/real_time"
  compare("16-bit PNG, 4096 x 4096, against libpng's default", ours, theirs, 12)
  threads("the same: 2 threads against 1, by the clock", ours, "png16_weald/2/real_time", 1.7)
  if (counter[ours, "percent"]) row("the same: libpng's size over weald's", counter[theirs, "percent"] / counter[ours, "percent"], 1)
  split("2.1 M triangles of a grid,1.3 M triangles of an icosphere,2.1 M triangles of a grid in random order", soup, ",")
  for (k = 0; k < 3; ++k)
    compare("DCEL from " soup[k + 1] ", against OpenMesh", "build_weald/grid,icosphere,shuffled:" k, "build_openmesh/grid,icosphere,shuffled:" k, 1)
  compare_rate("droplets of radius 3 on 1024 x 1024, against a textbook loop", "weald_droplets/1024/1/real_time", "textbook_droplets/1024", "droplets", 3)
  threads("the same: 2 threads against 1, by the clock", "weald_droplets/1024/1/real_time", "weald_droplets/1024/2/real_time", 1.7)
  split("26 45", talus, " ")
  for (k = 1; k <= 2; ++k) {
    what = "thermal erosion of 2048 x 2048, talus " talus[k]
    compare_rate(what ", against a textbook loop over 4 neighbours", "weald_thermal/2048/1/" talus[k] "/real_time", "textbook_thermal/2048/4/" talus[k], "cell_steps", 1.5)
    threads("the same: 2 threads against 1, by the clock", "weald_thermal/2048/1/" talus[k] "/real_time", "weald_thermal/2048/2/" talus[k] "/real_time", 1.7)
  }
  compare("a step of river incision on 2049 x 2049, against the stack of Braun and Willett", "fluvial_step_weald/2049/1/real_time", "fluvial_step_textbook/2049/real_time", 1.5)
  threads("the same: 2 threads against 1, by the clock", "fluvial_step_weald/2049/1/real_time", "fluvial_step_weald/2049/2/real_time", 1.7)
  compare("adaptive mesh of 2049 x 2049, error 0.001 of the range, against greedy Delaunay insertion", "adaptive/0.001", "greedy_delaunay/0.001", 20)
  if (("adaptive/0.001", "triangles") in counter)
    row("the same: its triangles over weald's", counter["greedy_delaunay/0.001", "triangles"] / counter["adaptive/0.001", "triangles"], 0.77)
  split("slope normal_map sky_view", map, " ")
  for (k = 1; k <= 3; ++k)
    compare(map[k] " against " (k == 3 ? "marching to the end of the map" : "a plain loop"), map[k] "/weald", map[k] (k == 3 ? "/marching" : "/plain_loop"), k == 3 ? 1 : "")
  split("blur_gaussian blur_box median", filter, " ")
  for (k = 1; k <= 3; ++k)
    for (radius = 4; radius <= 16; radius *= 4)
      compare(filter[k] ", radius " radius ", against a plain loop", filter[k] "/weald/" radius, filter[k] "/plain_loop/" radius, 1)
  compare("blur_bilateral, radius 4, against a plain loop", "blur_bilateral/weald/4", "blur_bilateral/plain_loop/4", 1)
  compare("equalize against a plain loop that sorts", "equalize/weald", "equalize/plain_loop", 1)
  split("sum ramp root blend", formula, " ")
  for (k = 1; k <= 4; ++k)
    compare("formula_" formula[k] " against the chain of combine and remap that it replaces", "formula_" formula[k] "/weald", "formula_" formula[k] "/chain", 1)
  compare("formula_blend against a plain loop", "formula_blend/weald", "formula_blend/plain_loop", "")
  print "\n### Rates\n"
  print "One thread; the bars are for a core of about 3 GHz.\n"
  print "| what | per second | at least | holds |"
  print "|---|---|---|---|"
  rate("derivation of parametric modules, all steps: Honda's tree, 16 steps", "derive_honda_a/16", "made", 20e6)
  rate("derivation with contexts, all steps: Hogeweg and Hesper's system b, 40 steps", "derive_context", "made", 20e6)
  rate("derivation with contexts and parameters on both sides, all steps", "derive_parametric_context", "made", 20e6)
  rate("bytes of the arrays of a GLB, straight from the mesh into a file in memory", "glb/arrays", "bytes_per_second", 1e9)
  rate("the same with the order of triangles and vertices", "glb/1_thread", "bytes_per_second", "")
  rate("vertices of bark, joints that overlap", "skin/bark_1_thread", "items_per_second", 5e6)
  rate("vertices of bark and leaves", "skin/bark_and_leaves_1_thread", "items_per_second", 5e6)
  rate("vertices of bark, joints with collars", "skin/collar_1_thread", "items_per_second", "")
  rate("vertices of bark, joints welded", "skin/weld_1_thread", "items_per_second", "")
  print "\n### Times and memory\n"
  print "One thread; the bars are for a core of about 3 GHz.\n"
  print "| what | measured | at most | holds |"
  print "|---|---|---|---|"
  copies("scattered over 4 km by distance", "scatter_by_distance", 2, 200)
  copies("of three species in two layers scattered over 4 km", "scatter_species", 2, 200)
  copies("placed in a grid", "place_grid", 2, 200)
  copies("placed along a curve", "place_along_curve", "", "")
  split("d8,d_infinity,multiple", method, ",")
  for (k = 0; k < 3; ++k) {
    n = "flow_weald/513/" k "/real_time"
    if (n in cpu) bound("`flow` by `" method[k + 1] "`, 513 x 513, a sample", counter[n, "ns_per_sample"], "ns", "")
  }
  print missing
}
