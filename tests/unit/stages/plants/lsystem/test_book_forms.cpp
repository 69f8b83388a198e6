// Systems of the literature beyond tests/data/lsystems.yaml, in the spelling of their books, against words that an
// independent program derived: number of modules, and the beginning of the text's sha256.
// Sources: [prusinkiewicz1990] chapters 1 to 5, [prusinkiewicz1994], and curves of common knowledge.

#include "support/catch.h"

#include <map>

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/sha256.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list_of;
using test::source;
using test::system_of;

namespace {

struct Entry {
  std::string name{};
  std::string axiom{};
  std::vector<std::string> productions{};
  std::vector<std::pair<std::string, std::string>> define{};
  std::string ignore{};
  std::vector<std::string> symbols{};
  ProductionOrder order = ProductionOrder::specific;
  std::vector<std::string> decomposition{};
  std::vector<std::string> interpretation{};
  int steps = 0;
  std::size_t length = 0;
  std::string sha{};
};

std::vector<Entry> entries() {
  return {
      {.name = "anabaena_book",
       .axiom = "a_r",
       .productions = {"p1 : a_r \u2192 a_l b_r", "p2 : a_l \u2192 b_l a_r", "p3 : b_r \u2192 a_r",
                       "p4 : b_l \u2192 a_l"},
       .steps = 7,
       .length = 34,
       .sha = "5677b61c38aa4d59"},
      {.name = "koch_1_7a",
       .axiom = "-F",
       .productions = {"F -> F+F-F-F+F"},
       .steps = 5,
       .length = 6250,
       .sha = "6d58d88fea69e326"},
      {.name = "koch_1_7b",
       .axiom = "F+F+F+F",
       .productions = {"F -> F+F-F-FF+F+F-F"},
       .steps = 2,
       .length = 475,
       .sha = "e1e430c57d55c631"},
      {.name = "koch_1_9a",
       .axiom = "F-F-F-F",
       .productions = {"F -> FF-F-F-F-F-F+F"},
       .steps = 4,
       .length = 30427,
       .sha = "d0e7ab377441d210"},
      {.name = "koch_1_9b",
       .axiom = "F-F-F-F",
       .productions = {"F -> FF-F-F-F-FF"},
       .steps = 4,
       .length = 16007,
       .sha = "c823b0ff20e98dbe"},
      {.name = "koch_1_9c",
       .axiom = "F-F-F-F",
       .productions = {"F -> FF-F+F-F-FF"},
       .steps = 4,
       .length = 16007,
       .sha = "177e93d5763c6b9a"},
      {.name = "koch_1_9d",
       .axiom = "F-F-F-F",
       .productions = {"F -> FF-F--F-F"},
       .steps = 4,
       .length = 4999,
       .sha = "3d046cf7af7d9bc3"},
      {.name = "koch_1_9e",
       .axiom = "F-F-F-F",
       .productions = {"F -> F-FF--F-F"},
       .steps = 4,
       .length = 4999,
       .sha = "f5d5d948b571cf0e"},
      {.name = "koch_1_9f",
       .axiom = "F-F-F-F",
       .productions = {"F -> F-F+F-F-F"},
       .steps = 4,
       .length = 4999,
       .sha = "5042f198cc9a53e8"},
      {.name = "dragon_book",
       .axiom = "F_l",
       .productions = {"F_l -> F_l+F_r+", "F_r -> -F_l-F_r"},
       .steps = 10,
       .length = 3070,
       .sha = "3c9f399fc982ae80"},
      {.name = "sierpinski_arrow",
       .axiom = "F_r",
       .productions = {"F_l -> F_r+F_l+F_r", "F_r -> F_l-F_r-F_l"},
       .steps = 7,
       .length = 4373,
       .sha = "0789fa56daf27a7e"},
      {.name = "gosper_hex",
       .axiom = "F_l",
       .productions = {"F_l -> F_l+F_r++F_r-F_l--F_lF_l-F_r+", "F_r -> -F_l+F_rF_r++F_r+F_l--F_l-F_r"},
       .steps = 4,
       .length = 5601,
       .sha = "8ebb1822a4f8ef38"},
      {.name = "gosper_quad",
       .axiom = "-F_r",
       .productions =
           {"F_l -> F_lF_l-F_r-F_r+F_l+F_l-F_r-F_rF_l+F_r+F_lF_lF_r-F_l+F_r+F_lF_l+F_r-F_lF_r-F_r-F_l+F_l+F_rF_r-",
            "F_r -> +F_lF_l-F_r-F_r+F_l+F_lF_r+F_l-F_rF_r-F_l-F_r+F_lF_rF_r-F_l-F_rF_l+F_l+F_r-F_r-F_l+F_l+F_rF_r"},
       .steps = 1,
       .length = 44,
       .sha = "bb82d19b5263e8e2"},
      {.name = "peano_1_15",
       .axiom = "L",
       .productions = {"L -> LFRFL-F-RFLFR+F+LFRFL", "R -> RFLFR+F+LFRFL-F-RFLFR"},
       .steps = 2,
       .length = 201,
       .sha = "5be87281382a9bd1"},
      {.name = "plant_c",
       .axiom = "F",
       .productions = {"F -> FF-[-F+F+F]+[+F-F-F]"},
       .steps = 4,
       .length = 11116,
       .sha = "526f2ad2b847d4bf"},
      {.name = "plant_e",
       .axiom = "X",
       .productions = {"X -> F[+X][-X]FX", "F -> FF"},
       .steps = 7,
       .length = 12863,
       .sha = "dceb52ecbba5da1c"},
      {.name = "plant_f",
       .axiom = "X",
       .productions = {"X -> F-[[X]+X]+F[+FX]-X", "F -> FF"},
       .steps = 5,
       .length = 6263,
       .sha = "892c00477f0e0867"},
      {.name = "flower_1_26_words",
       .axiom = "plant",
       .productions = {"plant -> internode + [ plant + flower] - - // [ - - leaf ] internode [ + + leaf ] - [ plant "
                       "flower ] + + plant flower",
                       "internode -> F seg [// & & leaf ] [// ^ ^ leaf ] F seg", "seg -> seg F seg",
                       "leaf -> [' { +f-ff-f+ | +f-ff-f } ]",
                       "flower -> [ & & & pedicel ' / wedge //// wedge //// wedge //// wedge //// wedge ]",
                       "pedicel -> FF", "wedge -> [' ^ F ] [ { & & & & -f+f | -f+f } ]"},
       .symbols = {"plant", "internode", "seg", "leaf", "flower", "pedicel", "wedge"},
       .steps = 4,
       .length = 4895,
       .sha = "181f2fe17c4fa38b"},
      {.name = "acropetal",
       .axiom = "F_b[+F_a]F_a[-F_a]F_a[+F_a]F_a",
       .productions = {"F_b < F_a -> F_b"},
       .ignore = "+-",
       .steps = 4,
       .length = 16,
       .sha = "431b97ca66205eea"},
      {.name = "basipetal",
       .axiom = "F_a[+F_a]F_a[-F_a]F_a[+F_a]F_b",
       .productions = {"F_a > F_b -> F_b"},
       .ignore = "+-",
       .steps = 4,
       .length = 16,
       .sha = "1f1b4124cca8b661"},
      {.name = "hogeweg_b",
       .axiom = "F1F1F1",
       .productions = {"0 < 0 > 0 -> 1", "0 < 0 > 1 -> 1[-F1F1]", "0 < 1 > 0 -> 1", "0 < 1 > 1 -> 1", "1 < 0 > 0 -> 0",
                       "1 < 0 > 1 -> 1F1", "1 < 1 > 0 -> 1", "1 < 1 > 1 -> 0", "* < + > * -> -", "* < - > * -> +"},
       .ignore = "+-F",
       .steps = 30,
       .length = 19199,
       .sha = "39a9094d7eff91c9"},
      {.name = "hogeweg_d",
       .axiom = "F0F1F1",
       .productions = {"0 < 0 > 0 -> 1", "0 < 0 > 1 -> 0", "0 < 1 > 0 -> 0", "0 < 1 > 1 -> 1F1", "1 < 0 > 0 -> 1",
                       "1 < 0 > 1 -> 1[+F1F1]", "1 < 1 > 0 -> 1", "1 < 1 > 1 -> 0", "* < + > * -> -", "* < - > * -> +"},
       .ignore = "+-F",
       .steps = 24,
       .length = 5789,
       .sha = "6dd38ace9549fcf5"},
      {.name = "hogeweg_e",
       .axiom = "F1F1F1",
       .productions = {"0 < 0 > 0 -> 0", "0 < 0 > 1 -> 1[-F1F1]", "0 < 1 > 0 -> 1", "0 < 1 > 1 -> 1", "1 < 0 > 0 -> 0",
                       "1 < 0 > 1 -> 1F1", "1 < 1 > 0 -> 1", "1 < 1 > 1 -> 0", "* < + > * -> -", "* < - > * -> +"},
       .ignore = "+-F",
       .steps = 26,
       .length = 2428,
       .sha = "e0be89ae2af35375"},
      {.name = "row_b",
       .axiom = "F(1,0)",
       .productions = {"F(x,t) : t=0 -> F(x*p,2)+F(x*h,1)--F(x*h,1)+F(x*q,0)", "F(x,t) : t>0 -> F(x,t-1)"},
       .define = {{"c", "1"}, {"p", "0.3"}, {"q", "c-p"}, {"h", "(p*q)^0.5"}},
       .steps = 10,
       .length = 7792,
       .sha = "1da1fa4d952d393e"},
      {.name = "branch_1_35",
       .axiom = "A",
       .productions = {"A -> F(1)[+A][-A]", "F(s) -> F(s*R)"},
       .define = {{"R", "1.456"}},
       .steps = 10,
       .length = 8185,
       .sha = "9c84f920a30c9acf"},
      {.name = "param_1_10",
       .axiom = "B(2)A(4,4)",
       .productions = {"A(x,y) : y \u2264 3 \u2192 A(x*2,x+y)", "A(x,y) : y > 3 \u2192 B(x)A(x/y,0)",
                       "B(x) : x < 1 \u2192 C", "B(x) : x \u2265 1 \u2192 B(x-1)"},
       .steps = 9,
       .length = 5,
       .sha = "ec70ee6d753bfc86"},
      {.name = "anab_hetero",
       .axiom = "-(90)F(0,0,CH)F(4,1,CH)F(0,0,CH)",
       .productions = {"F(s,t,c) : t=1 & s>=6 -> F(s/3*2,2,c)f(1)F(s/3,1,c)",
                       "F(s,t,c) : t=2 & s>=6 -> F(s/3,2,c)f(1)F(s/3*2,1,c)",
                       "F(h,i,k) < F(s,t,c) > F(o,p,r) : s>ST | c>CT -> F(s+.1,t,c+0.25*(k+r-3*c))",
                       "F(h,i,k) < F(s,t,c) > F(o,p,r) : !(s>ST | c>CT) -> F(0,0,CH)~H(1)", "H(s) : s<3 -> H(s*1.1)"},
       .define = {{"CH", "900"}, {"CT", "0.4"}, {"ST", "3.9"}},
       .ignore = "f~H",
       .order = ProductionOrder::listed,
       .steps = 120,
       .length = 28,
       .sha = "92833797c828c513"},
      {.name = "honda_b",
       .axiom = "A(1,10)",
       .productions = {"p1 : A(l,w) : * -> !(w)F(l)[&(a_0)B(l*r_2,w*w_r)]/(d)A(l*r_1,w*w_r)",
                       "p1 : B(l,w) : * -> !(w)F(l)[-(a_2)$C(l*r_2,w*w_r)]C(l*r_1,w*w_r)",
                       "p1 : C(l,w) : * -> !(w)F(l)[+(a_2)$B(l*r_2,w*w_r)]B(l*r_1,w*w_r)"},
       .define = {{"r_1", "0.9"}, {"r_2", "0.9"}, {"a_0", "45"}, {"a_2", "45"}, {"d", "137.5"}, {"w_r", "0.707"}},
       .steps = 10,
       .length = 7162,
       .sha = "ff42535d4be71e0a"},
      {.name = "ternary_c",
       .axiom = "!(1)F(200)/(45)A",
       .productions = {"A : * -> !(v_r)F(50)[&(a)F(50)A]/(d_1)[&(a)F(50)A]/(d_2)[&(a)F(50)A]", "F(l) : * -> F(l*l_r)",
                       "!(w) : * -> !(w*v_r)"},
       .define = {{"d_1", "112.5"}, {"d_2", "157.5"}, {"a", "22.5"}, {"l_r", "1.79"}, {"v_r", "1.732"}},
       .steps = 6,
       .length = 6556,
       .sha = "38f8b5d489b087d9"},
      {.name = "crocus_book",
       .axiom = "a(1)",
       .productions = {"a(t) : t<T_a \u2192 F(1)[&(30)~L(0)]/(137.5)a(t+1)", "a(t) : t=T_a \u2192 F(20)A",
                       "A : * \u2192 ~K(0)", "L(t) : t<T_L \u2192 L(t+1)", "K(t) : t<T_K \u2192 K(t+1)",
                       "F(l) : l<2 \u2192 F(l+0.2)"},
       .define = {{"T_a", "7"}, {"T_L", "9"}, {"T_K", "5"}},
       .steps = 20,
       .length = 38,
       .sha = "a49c696c8e4054cf"},
      {.name = "lychnis",
       .axiom = "A(7)",
       .productions = {"A(t) : t=7 -> F I(20)[&(60)~L(0)]/(90)[&(45)A(0)]/(90)[&(60)~L(0)]/(90)[&(45)A(4)]FI(10)~K(0)",
                       "A(t) : t<7 -> A(t+1)", "I(t) : t>0 -> FFI(t-1)", "L(t) : * -> L(t+1)", "K(t) : * -> K(t+1)"},
       .steps = 20,
       .length = 613,
       .sha = "0a29a42069fb522c"},
      {.name = "mycelis2",
       .axiom = "I(20)FA(0)",
       .productions = {"S < A(t) \u2192 T(0)[B(0)]", "A(t) : t>0 \u2192 A(t-1)",
                       "A(t) : t=0 \u2192 [+(30)G]F/(180)A(2)", "S < F \u2192 #F!S", "F > T(a) \u2192 T(a+1)FU(a-1)",
                       "U(a) < G \u2192 I(a)FA(2)", "I(a) : a>0 \u2192 I(a-1)", "I(a) : a=0 \u2192 S", "S \u2192 *",
                       "T(a) \u2192 *"},
       .ignore = "/+-,;#!",
       .steps = 90,
       .length = 1082,
       .sha = "0af107263a5e09b3"},
      {.name = "acrobasi",
       .axiom = "D(0)F(3,0)A(0)",
       .productions = {"S(i) < A(j) --> C(0)", "S(i) < B(j) --> C(0)", "A(i) : i<m-1 --> A(i+1)",
                       "A(i) : i==m-1 --> [+F(3,1)B(0)]F(3,0)/(180)A(0)", "B(i) : i<n-1 --> B(i+1)",
                       "B(i) : i==n-1 --> [+L]F(3,1)/(180)B(0)", "D(i) : i<d --> D(i+1)", "D(i) : i==d --> S(0)",
                       "S(i) : i<u+v --> S(i+1)", "S(i) : i==u+v --> *",
                       "S(i) < F(l,o) : (o==0)&&(i==u-1) --> ,#F(l,o)!;S(0)",
                       "S(i) < F(l,o) : (o==1)&&(i==v-1) --> ,#F(l,o)!;S(0)", "C(t) : t<=p --> C(t+1)"},
       .define = {{"d", "10"}, {"m", "2"}, {"n", "3"}, {"u", "1"}, {"v", "1"}, {"p", "3"}},
       .ignore = "+-/,",
       .steps = 31,
       .length = 421,
       .sha = "4dcb282409b4bce4"},
      {.name = "sunflower_head",
       .axiom = "A(0)",
       .productions = {"A(n) : n<440 -> +(137.5)[f(1.0*(n^0.5))C(n)]A(n+1)", "C(n) : n<=440 & 565>=n -> ~E",
                       "C(n) : 400>n & n>=385 -> ~G", "C(n) : n>=385 -> ~H"},
       .steps = 100,
       .length = 501,
       .sha = "efc2e0b9b8ac15bb"},
      {.name = "leaf_5_5",
       .axiom = "[A][B]",
       .productions = {"A -> [+A{.].C.}", "B -> [-B{.].C.}", "C -> GC"},
       .steps = 12,
       .length = 354,
       .sha = "fb02c6ff6209f9d6"},
      {.name = "leaf_5_6",
       .axiom = "{A(0)}",
       .productions = {"A(t) : * -> G(LA,RA)[-B(t).][A(t+1)][+B(t).]", "B(t) : t>0 -> G(LB,RB)B(t-PD)",
                       "G(s,r) : * -> G(s*r,r)"},
       .define = {{"LA", "5"}, {"RA", "1.1"}, {"LB", "1"}, {"RB", "1.2"}, {"PD", "1"}},
       .steps = 20,
       .length = 443,
       .sha = "a33d5079c7e20da1"},
      {.name = "rose",
       .axiom = "[{A(0,0).}][{A(0,1).}]",
       .productions = {"A(t,d) : d=0 -> .G(LA,RA).[+B(t)G(LC,RC,t).}][+B(t){.]A(t+1,d)",
                       "A(t,d) : d=1 -> .G(LA,RA).[-B(t)G(LC,RC,t).}][-B(t){.]A(t+1,d)", "B(t) : t>0 -> G(LB,RB)B(t-1)",
                       "G(s,r) : * -> G(s*r,r)", "G(s,r,t) : t>1 -> G(s*r,r,t-1)"},
       .define = {{"LA", "5"}, {"RA", "1.15"}, {"LB", "1.3"}, {"RB", "1.25"}, {"LC", "3"}, {"RC", "1.19"}},
       .steps = 15,
       .length = 688,
       .sha = "aa3358930141c325"},
      {.name = "compound_5_12b",
       .axiom = "A(0)",
       .productions = {"A(d) : d>0 -> A(d-1)", "A(d) : d=0 -> F(1)[+A(D)]F(1)B(0)", "B(d) : d>0 -> B(d-1)",
                       "B(d) : d=0 -> F(1)[-B(D)]F(1)A(0)", "F(a) : * -> F(a*R)"},
       .define = {{"D", "4"}, {"R", "1.18"}},
       .steps = 34,
       .length = 132451,
       .sha = "d48537ebfdd50282"},
      {.name = "capsella",
       .axiom = "I(9)a(13)",
       .productions = {"a(t) : t>0 -> [&(70)L]/(137.5)I(10)a(t-1)", "a(t) : t=0 -> [&(70)L]/(137.5)I(10)A",
                       "A : * -> [&(18)u(4)FFI(10)I(5)X(5)KKKK]/(137.5)I(8)A", "I(t) : t>0 -> FI(t-1)",
                       "I(t) : t=0 -> F", "u(t) : t>0 -> &(9)u(t-1)", "u(t) : t=0 -> &(9)",
                       "L : * -> [{.-FI(7)+FI(7)+FI(7)}][{.+FI(7)-FI(7)-FI(7)}]",
                       "K : * -> [&(18){.+FI(2)--FI(2)}][&(18){.-FI(2)++FI(2)}]/(90)", "X(t) : t>0 -> X(t-1)",
                       "X(t) : t=0 -> ^(50)[[-ffff++[fff[++ffff].]ffff].]%"},
       .steps = 25,
       .length = 2450,
       .sha = "7b1296ff17152cc5"},
      {.name = "fibonacci",
       .axiom = "0",
       .productions = {"0 -> 1", "1 -> 01"},
       .steps = 14,
       .length = 610,
       .sha = "f9e18041351bc765"},
      {.name = "thue_morse",
       .axiom = "0",
       .productions = {"0 -> 01", "1 -> 10"},
       .steps = 10,
       .length = 1024,
       .sha = "41f08dd2bb99d305"},
      {.name = "cantor",
       .axiom = "A",
       .productions = {"A -> ABA", "B -> BBB"},
       .steps = 6,
       .length = 729,
       .sha = "c8444f030d1ab8a1"},
      {.name = "terdragon",
       .axiom = "F",
       .productions = {"F -> F+F-F"},
       .steps = 7,
       .length = 4373,
       .sha = "b14921160fe344c8"},
      {.name = "penrose_p3",
       .axiom = "[7]++[7]++[7]++[7]++[7]",
       .productions = {"6 -> 81++91----71[-81----61]++", "7 -> +81--91[---61--71]+", "8 -> -61++71[+++81++91]-",
                       "9 -> --81++++61[+91++++71]--71", "1 ->"},
       .steps = 5,
       .length = 45223,
       .sha = "b2b6e74fa1ac105a"},
      {.name = "levy",
       .axiom = "F",
       .productions = {"F -> +F--F+"},
       .steps = 10,
       .length = 5116,
       .sha = "8c1c24637c14f83d"},
      {.name = "moore",
       .axiom = "LFL+F+LFL",
       .productions = {"L -> -RF+LFL+FR-", "R -> +LF-RFR-FL+"},
       .steps = 5,
       .length = 13649,
       .sha = "035abae90508a54a"},
      {.name = "pentaplexity",
       .axiom = "F++F++F++F++F",
       .productions = {"F -> F++F++F+++++F-F++F"},
       .steps = 4,
       .length = 22028,
       .sha = "ca837978a38b44ff"},
      {.name = "fig_1_30_b",
       .axiom = "ABC[DE][SG[HI[JK]L]MNO]",
       .productions = {"BC < S > G[H[I]]M -> X", "D < E -> Y", "C < D -> Z", "H > I[J]L -> Q", "I > [J]L -> W",
                       "M > NO -> V", "G > M -> U", "C > S -> T"},
       .steps = 2,
       .length = 23,
       .sha = "b28af4125298d0d1"},
      {.name = "florigen",
       .axiom = "D(0)I(0,0)A(0)",
       .productions = {"I(f,a) < A(t) : f==0 && t<1 --> A(t+1)",
                       "I(f,a) < A(t) : f==0 && t==1 --> [+B]I(0,0)/(180)A(0)", "I(f,a) < A(t) : f==1 --> K",
                       "D(t) --> D(t+1)", "D(t) < I(f,a) : t==15 --> I(1,a)", "I(f,a) > K --> I(f,1)",
                       "I(fl,al) < I(f,a) > I(fr,ar) --> I(fl,ar)", "I(fl,al) < I(f,a) > A(t) --> I(fl,a)",
                       "D(t) < I(f,a) > I(fr,ar) --> I(f,ar)", "I(f,a) < B : a==1 --> C(0)", "C(t) : t<PL --> C(t+1)",
                       "C(t) : t >= PL --> FC(0)"},
       .define = {{"PL", "1"}},
       .ignore = "+-/",
       .steps = 50,
       .length = 149,
       .sha = "50845eab7cd2a27d"},
      {.name = "insect",
       .axiom = "W(3)FA(0,2)",
       .productions = {"F < A(t,n) : t>0 --> A(t-1,n)", "F < A(t,n) : t==0 && n>0 --> FA(P,n-1)",
                       "F < A(t,n) : t==0 && n==0 --> [+FA(P,IL)][-FA(P,IR)]", "W(t) : t>0 --> W(t-1)",
                       "W(t) : t==0 --> U", "U < F --> FU", "U < + --> +U", "U < A(t,n) --> D", "F > D --> DF",
                       "V < - --> -U", "U --> *", "D --> *", "V --> *", "F > [+D=] --> FV", "F > [=][-D=] --> FD"},
       .define = {{"P", "5"}, {"IL", "3"}, {"IR", "5"}},
       .steps = 200,
       .length = 2,
       .sha = "096aa8510b0dc131"},
      {.name = "leaf_decomp",
       .axiom = "A(0)",
       .productions = {"A(t) --> A(t+dt)", "I(x) --> I(x*RATE)"},
       .define = {{"dt", "0.02"}, {"D", "2"}, {"R", "1.5"}, {"RATE", "R^dt"}},
       .decomposition = {"A(t) : t >= D --> M(t-D) A(t-1)", "M(t) --> I(0.5*R^t)[+A(t)][-A(t)]I(0.5*R^t)"},
       .interpretation = {"A(t) --> ;F(t)", "I(x) --> F(x)"},
       .steps = 300,
       .length = 254,
       .sha = "2526cb9ba62f6416"},
      {.name = "leaf_rec",
       .axiom = "A(T)",
       .productions = {},
       .define = {{"T", "8"}, {"D", "2"}, {"R", "1.5"}},
       .interpretation = {"A(t) : t >= D --> M(t-D) A(t-1)", "M(t) --> I(0.5*R^t)[+A(t)][-A(t)]I(0.5*R^t)",
                          "A(t) : t < D --> ;F(t)", "I(x) --> F(x)"},
       .steps = 1,
       .length = 1022,
       .sha = "d896ed2ec9501aa3"},
  };
}

LSystemParams params_of_entry(const Entry& entry) {
  LSystemParams params = system_of(entry.axiom, entry.productions, entry.steps);
  for (const auto& [name, value] : entry.define) params.define.emplace_back(name, source(value));
  for (const std::string& name : entry.symbols) params.symbols.push_back(source(name));
  params.ignore = source(entry.ignore);
  params.order = entry.order;
  params.decomposition = list_of(entry.decomposition);
  params.interpretation = list_of(entry.interpretation);
  return params;
}

std::string first_error(const LSystemParams& params) {
  TextIssues issues;
  compile(params, issues);
  return issues.has_errors() ? issues.first_error() : "";
}

std::size_t warnings_of(const LSystemParams& params) {
  TextIssues issues;
  compile(params, issues);
  return issues.all().size();
}

}  // namespace

TEST_CASE("book forms: systems in their published spelling derive to the words of an independent program") {
  CHECK(entries().size() >= 50);
  for (const Entry& entry : entries()) {
    INFO(entry.name);
    const LSystemParams params = params_of_entry(entry);
    CHECK(first_error(params) == "");
    const LString string = derive(params, {});
    CHECK(string.size() == entry.length);
    CHECK(test::sha256(to_text(string)).substr(0, 16) == entry.sha);
  }
}

TEST_CASE("book forms: closed curves of the literature come back to their start") {
  const std::map<std::string, double> angles{{"koch_1_7b", 90}, {"koch_1_9a", 90},   {"koch_1_9b", 90},
                                             {"koch_1_9c", 90}, {"koch_1_9d", 90},   {"koch_1_9e", 90},
                                             {"koch_1_9f", 90}, {"pentaplexity", 36}};
  std::size_t closed = 0;
  for (const Entry& entry : entries()) {
    const auto angle = angles.find(entry.name);
    if (angle == angles.end()) continue;
    INFO(entry.name);
    TurtleParams turtle;
    turtle.angle = angle->second;
    const Skeleton drawn = interpret(derive(params_of_entry(entry), {}), turtle, {});
    REQUIRE(!drawn.segments.empty());
    CHECK(glm::length(drawn.segments.back().end - drawn.segments.front().start) < 1e-9);
    ++closed;
  }
  CHECK(closed == angles.size());
}

TEST_CASE("book forms: conditions with = & | <> and the signs of type") {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"x = 1 & y = 2", "x == 1 && y == 2"},
      {"x=1|y=1", "x == 1 || y == 1"},
      {"!(x = 1 | y > 2) & x <> 3", "!(x == 1 || y > 2) && x != 3"},
      {"x \u2264 1 & y \u2265 2", "x <= 1 && y >= 2"},
      {"x \u2260 2 | x = y", "x != 2 || x == y"}};
  for (const auto& [book, plain] : pairs) {
    INFO(book);
    for (const char* axiom : {"A(0,0)", "A(1,2)", "A(2,1)", "A(2,2)", "A(3,3)", "A(1,1)"}) {
      CHECK(derived_text(system_of(axiom, {"A(x,y) : " + book + " -> B"})) ==
            derived_text(system_of(axiom, {"A(x,y) : " + plain + " -> B"})));
    }
  }
  CHECK(first_error(system_of("A(1)", {"A(x) : x = = 1 -> B"})).find("expected a number, a name or '('") == 0);
  CHECK(first_error(system_of("A(1)", {"A(x) : 1 = x = 1 -> B"})) == "comparisons do not chain");
}

TEST_CASE("book forms: queries may be written with names that the answer will take") {
  // [prusinkiewicz1994]: a stem that is cut where it leaves the ground's first two metres, and buds that this wakes.
  auto params = system_of("FA?P(x,y)",
                          {"A > ?P(x,y) : !(y > 2) -> @oF/(180)A", "A > ?P(x,y) : y > 2 -> T%", "F > T -> S",
                           "F > S -> SF", "S -> *", "@o > S -> [+FA?P(x,y)]"},
                          4);
  params.ignore = source("+/");
  params.environment.emplace();
  params.environment->turtle.angle = 60;
  auto plain = params;
  plain.axiom = source("FA?P(0,0)");
  plain.productions.back() = system_of("A", {"@o > S -> [+FA?P(0,0)]"}).productions[0];
  for (int n = 0; n < 10; ++n) {
    params.derivation = plain.derivation = n;
    CHECK(derived_text(params) == derived_text(plain));
  }
  CHECK(derived_text(params).find("[+") != std::string::npos);
  CHECK(first_error(system_of("A", {"A -> ?P(x+1,y)"})) == "'x' is neither a parameter nor a define");
  CHECK(first_error(system_of("A", {"A -> B(x)"})) == "'x' is neither a parameter nor a define");
}

TEST_CASE("book forms: Greek names") {
  auto params = system_of("A(2)", {"A(\u03c4) : \u03c4\u22642 -> +(\u03b1)F(\u03c4*\u03b4_1)"});
  params.define = {{"\u03b1", source("30")}, {"\u03b4_1", source("\u03b1/10")}};
  CHECK(derived_text(params) == "+(30)F(6)");
  CHECK(first_error(system_of("A(2)", {"A(x) -> F(\u03b1)"})) == "'\u03b1' is neither a parameter nor a define");
}

TEST_CASE("book forms: labels and the arrow of type") {
  CHECK(derived_text(system_of("A(2)", {"p1 : A(x) : x > 1 \u2192 A(x-1)B", "p2:B->C"}, 1)) == "A(1)B");
  CHECK(derived_text(system_of("AB", {" p12: A < B \u2192 C : 1"}, 1)) == "AC");
  // What stands before the colon is the predecessor where p1 is a symbol of the system.
  LSystemParams named = system_of("p1", {"p1 : 2 > 1 -> F"});
  named.symbols = {source("p1")};
  CHECK(derived_text(named) == "F");
  CHECK(derived_text(system_of("p", {"p : 2 > 1 -> F"})) == "F");
  CHECK(first_error(system_of("A", {"p1 : A"})) == "a production needs '->' between predecessor and successor");
  TextIssues issues;
  compile(system_of("A", {"A -> F\u2212F"}), issues);
  REQUIRE(issues.has_errors());
  CHECK(issues.all()[0].help.find("write -") != std::string::npos);
}

TEST_CASE("book forms: a ~ may stand apart, and the productions of the letter behind it rewrite it") {
  const auto leaf = system_of("[~ L(0)]K", {"L(t) : t < 2 -> L(t+1)", "K -> ~ k"}, 2);
  CHECK(derived_text(leaf) == "[~L(2)]~k");
  CHECK(warnings_of(leaf) == 0);
  // Contexts mean it too.
  CHECK(derived_text(system_of("F~H(1)F", {"H(s) -> H(s*2)", "H(s) < F -> G(s)", "F > H(s) -> g(s)"})) ==
        "g(1)~H(2)G(1)");
  // Two symbols remain two where both occur, or where ~L has productions.
  CHECK(derived_text(system_of("L(0)~L(0)", {"L(t) -> L(t+1)"}, 2)) == "L(2)~L(0)");
  const auto own = system_of("~L(0)", {"L(t) -> L(t+1)", "~L(t) -> ~L(t+5)"}, 2);
  CHECK(derived_text(own) == "~L(10)");
  CHECK(warnings_of(own) == 1);
  // A production that makes something else of the letter is none of the surface's.
  const auto other = system_of("~L", {"L -> FF"}, 2);
  CHECK(derived_text(other) == "~L");
  CHECK(warnings_of(other) == 1);
}

TEST_CASE("book forms: = in a right context is the rest of a branch, unless the system has that symbol") {
  const auto params = system_of("F[+DF][-DG]", {"F > [=][-D=] -> X", "F > [+D=] -> Y"});
  CHECK(derived_text(params) == "X[+DF][-DG]");
  CHECK(derived_text(system_of("F[=][D]", {"F > [=] -> X"})) == "X[=][D]");
  CHECK(derived_text(system_of("F[D]=", {"F > [=] -> X"})) == "F[D]=");
}

TEST_CASE("book forms: an interpretation that names its own letter stands for it") {
  const auto drawn = [](const std::string& axiom, const std::vector<std::string>& interpretation) {
    LSystemParams params = system_of(axiom, {}, 0);
    params.interpretation = list_of(interpretation);
    const LString string = derive(params, {});
    for (std::size_t i = 0; i < string.alphabet.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) CHECK(!(string.alphabet[i] == string.alphabet[j]));
    }
    return to_text(string);
  };
  CHECK(drawn("FfF", {"F -> ;F"}) == ";Ff;F");
  CHECK(drawn("F(1)F(4)", {"F(x) -> !(x/10)F(x)"}) == "!(0.1)F(1)!(0.4)F(4)");
  CHECK(drawn("F(1)", {"F(x) -> F(x/2)G(x)F(x/2)", "G(x) -> ;"}) == "F(0.5);F(0.5)");
  // Through other letters, each in its own way.
  CHECK(drawn("AB", {"A -> xB", "B -> yA"}) ==
        "xyA"
        "yxB");
  CHECK(drawn("A", {"A -> BC", "B -> [A]C", "C -> B;"}) == "[A]B;[A]C;");
  // With conditions: only what comes back unchanged.
  CHECK(drawn("F(1)F(4)", {"F(x) : x < 2 -> ;F(x)", "F(x) : x >= 2 -> ,F(x)"}) == ";F(1),F(4)");
  CHECK(drawn("L(2)", {"L(n) : n > 0 -> F[L(n-1)]"}) == "F[F[L(0)]]");
  CHECK(drawn("P(1,2)", {"P(a,b) : a < b -> P(b,a)"}) == "P(2,1)");
  CHECK(drawn("P(1,2)", {"P(a,b) : 1 < b -> [P(a,b)P(a,b-1)]"}) == "[P(1,2)P(1,1)]");
  // Productions that never apply do not matter, wherever they lead.
  CHECK(drawn("L(1)A", {"A -> aA", "A -> bL(2)A", "L(x) -> ;A"}) == ";aAaA");
  // Every letter of a long ring, and all of them at once.
  CHECK(drawn("a", {"a -> b", "b -> c", "c -> d", "d -> a"}) == "a");
  CHECK(drawn("F", {"F -> ;F : 1", "F -> ,F : 1"}).size() == 2);
}
