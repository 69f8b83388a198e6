// Nothing stands here: the headers that tests share are compiled with this file, see tests/CMakeLists.txt.
