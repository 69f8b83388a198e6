# Every benchmark of the run as a Markdown table. Input: lines of run.sh.
BEGIN {
  FS = "\t"
  print "| program | benchmark | CPU time | clock time | rate and counters |"
  print "|---|---|---|---|---|"
}
function short(x) { return x + 0 >= 1e9 ? sprintf("%.2f G", x / 1e9) : x + 0 >= 1e6 ? sprintf("%.1f M", x / 1e6) : x + 0 >= 1e4 ? sprintf("%.1f k", x / 1e3) : sprintf("%.4g", x) }
{
  more = ""
  for (i = 6; i <= NF; ++i) {
    split($i, part, "=")
    name = part[1] == "items_per_second" ? "items/s" : part[1] == "bytes_per_second" ? "B/s" : part[1]
    more = more (more == "" ? "" : ", ") short(part[2]) " " name
  }
  gsub(/\|/, "\\|", $2)
  printf "| %s | `%s` | %.4g %s | %.4g %s | %s |\n", $1, $2, $5, $3, $4, $3, more
}
