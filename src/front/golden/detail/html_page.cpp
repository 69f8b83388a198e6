#include "front/golden/detail/html_page.h"

namespace weald::golden {

std::string_view report_style() {
  return R"css(
:root{color-scheme:light dark;--paper:#f7f6f2;--card:#fff;--ink:#1f2523;--quiet:#5c6663;--line:#dcdad2;--accent:#20614f;
--good:#27704a;--good-bg:#e0f0e6;--bad:#a8281c;--bad-bg:#fae3df;--note:#84560a;--note-bg:#f8ecd2;--bar-old:#8a938f;--bar-new:#20816a}
@media (prefers-color-scheme:dark){:root{--paper:#151918;--card:#1e2423;--ink:#e6ebe8;--quiet:#9faaa6;--line:#343c3a;--accent:#7fd1b6;
--good:#86d8a8;--good-bg:#1c3a2a;--bad:#ff9d8f;--bad-bg:#47211c;--note:#f0c777;--note-bg:#41341a;--bar-old:#76817d;--bar-new:#5fc7a8}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI",Roboto,sans-serif}
main,header{max-width:1240px;margin:0 auto;padding:0 24px}
header{padding-top:28px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}
h2{font-size:20px;margin:0}h3{font-size:16px;margin:0}
p{margin:4px 0}.quiet{color:var(--quiet)}
code,pre,td.n{font-family:ui-monospace,"DejaVu Sans Mono",Consolas,monospace;font-size:13px}
code{overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:8px;margin:16px 0 24px}
button{font:inherit;font-size:14px;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:4px 12px;cursor:pointer}
button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
button:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.state{display:inline-block;border-radius:6px;padding:1px 9px;font-size:13px;font-weight:600;color:var(--bad);background:var(--bad-bg)}
.state.passed,.state.within{color:var(--good);background:var(--good-bg)}
.state.new,.state.missing,.state.unreferenced{color:var(--note);background:var(--note-bg)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px 24px;margin:0 0 20px}
.title{display:flex;flex-wrap:wrap;align-items:center;gap:10px;margin-bottom:6px}
article{border-top:1px solid var(--line);margin-top:18px;padding-top:16px}
.command{display:flex;gap:8px;align-items:center;margin:10px 0 0}
.command code{flex:1;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:6px 10px}
.modes{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin:12px 0 8px}
.modes label{display:flex;gap:8px;align-items:center;flex:1;min-width:180px}.modes input{flex:1;accent-color:var(--accent)}
.modes [hidden]{display:none}
.view{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));align-items:start}
figure{margin:0;min-width:0}
figcaption{font-size:13px;color:var(--quiet);margin-bottom:4px}
figure img{display:block;width:100%;max-width:1280px;height:auto;border-radius:4px;background:repeating-conic-gradient(#bbb 0 25%,#ddd 0 50%) 0 0/16px 16px}
.view.one{grid-template-columns:minmax(0,1fr)}
.view.one figure{max-width:960px;width:100%}img.enlarged{image-rendering:pixelated}
.view.side .diff,.view.only-diff .expected,.view.only-diff .actual{display:none}
.view.stack .diff{display:none}.view.stack figure{grid-area:1/1}
.view.stack.slider .actual img{clip-path:inset(0 0 0 var(--split,50%))}
.view.stack.slider figcaption,.view.stack.blink figcaption{visibility:visible}
.view.stack.slider .actual{position:relative}
.view.stack.slider .actual::after{content:'';position:absolute;top:24px;bottom:0;left:calc(var(--split,50%) - 1px);width:2px;background:#fff;box-shadow:0 0 0 1px #0008}
.view.stack.slider .actual figcaption{text-align:right}
.view.stack.blink .hidden{visibility:hidden}.view.stack.blink .hidden figcaption{visibility:hidden}
.turned{display:grid;gap:12px;grid-template-columns:repeat(2,minmax(0,1fr))}
.turned canvas{display:block;max-width:100%;border-radius:4px;touch-action:none}
.facts{display:grid;gap:20px 32px;grid-template-columns:minmax(0,3fr) minmax(240px,2fr);margin-top:14px}
@media (max-width:820px){.facts{grid-template-columns:minmax(0,1fr)}}
table{border-collapse:collapse;width:100%;font-size:14px}
th{font-weight:600;text-align:left;color:var(--quiet);font-size:13px}
td,th{padding:3px 10px 3px 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n{text-align:right;white-space:nowrap}th.n{text-align:right}
td.fail{color:var(--bad);font-weight:600}td.ok{color:var(--good)}
svg{display:block;width:100%;height:auto}
.old{fill:var(--bar-old)}.now{fill:none;stroke:var(--bar-new);stroke-width:2;vector-effect:non-scaling-stroke}
.key{display:flex;gap:14px;font-size:13px;color:var(--quiet);justify-content:space-between;flex-wrap:wrap}
.key i{display:inline-block;width:12px;height:10px;margin-right:5px;background:var(--bar-old)}.key i.b{height:3px;background:var(--bar-new);vertical-align:middle}
pre{margin:8px 0 0;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--paper);overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
pre span{display:block}pre .minus{color:var(--bad)}pre .plus{color:var(--good)}pre .gap{color:var(--quiet)}
details{margin-top:10px}summary{cursor:pointer}
footer{color:var(--quiet);font-size:13px;max-width:1240px;margin:0 auto;padding:4px 24px 40px}
[hidden]{display:none!important}
)css";
}

std::string_view report_script() {
  return R"js(
'use strict';
const all=(selector,root=document)=>[...root.querySelectorAll(selector)];
// Filter by state.
const filters=all('nav button');
for(const button of filters)button.addEventListener('click',()=>{
  for(const other of filters)other.setAttribute('aria-pressed',other===button);
  const state=button.dataset.state;
  for(const section of all('section[data-state]')){
    const states=section.dataset.states.split(' ');
    section.hidden=!(state==='all'||states.includes(state));
  }
});
// Ways to compare two pictures.
const still=matchMedia('(prefers-reduced-motion: reduce)').matches;
const blinking=new Set();
function setMode(viewer,mode){
  const view=viewer.querySelector('.view'),place=viewer.querySelector('.turned');
  view.hidden=mode==='turn';
  if(place){place.hidden=mode!=='turn';turn(viewer,place,mode==='turn');}
  view.className='view '+({side:'side',slider:'one stack slider',blink:'one stack blink',diff:'one only-diff',turn:''})[mode];
  for(const button of all('button[data-mode]',viewer))button.setAttribute('aria-pressed',button.dataset.mode===mode);
  viewer.querySelector('.split').hidden=mode!=='slider';
  viewer.querySelector('.swap').hidden=mode!=='blink';
  if(mode==='blink'){swap(viewer,true);if(!still)blinking.add(viewer);}else blinking.delete(viewer);
}
// Meshes that turn together. Browsers allow few pictures of this kind at a time, so only one pair is shown.
let pair=null;
function turn(viewer,place,on){
  if(pair&&(on||pair.viewer===viewer)){
    const before=pair;pair=null;before.models.dispose();
    if(before.viewer!==viewer)setMode(before.viewer,'side');
  }
  if(!on)return;
  const models=all('script[data-model]',viewer).map(script=>({text:script.textContent,
    caption:viewer.querySelector('.'+script.dataset.model+' figcaption').textContent})).reverse();
  pair={viewer,models:wealdPair(place,models)};
}
function swap(viewer,toExpected){
  const expected=viewer.querySelector('.expected'),actual=viewer.querySelector('.actual');
  const show=toExpected===undefined?expected.classList.contains('hidden'):toExpected;
  expected.classList.toggle('hidden',!show);actual.classList.toggle('hidden',show);
}
for(const viewer of all('.viewer')){
  viewer.querySelector('.modes').hidden=false;
  for(const button of all('button[data-mode]',viewer))button.addEventListener('click',()=>setMode(viewer,button.dataset.mode));
  viewer.querySelector('.split input').addEventListener('input',event=>
    viewer.querySelector('.view').style.setProperty('--split',event.target.value+'%'));
  viewer.querySelector('.swap').addEventListener('click',()=>{blinking.delete(viewer);swap(viewer);});
  setMode(viewer,'side');
}
setInterval(()=>{for(const viewer of blinking)swap(viewer);},700);
// Enlarged pictures show their pixels.
const mark=()=>{for(const img of all('figure img'))img.classList.toggle('enlarged',img.naturalWidth<img.clientWidth);};
addEventListener('load',mark);addEventListener('resize',mark);
// Copying of commands.
for(const button of all('button.copy')){
  button.hidden=false;
  button.addEventListener('click',async()=>{
    const code=button.previousElementSibling;
    try{await navigator.clipboard.writeText(code.textContent);button.textContent='Copied';}
    catch{const range=document.createRange();range.selectNodeContents(code);
      const selection=getSelection();selection.removeAllRanges();selection.addRange(range);button.textContent='Selected';}
    setTimeout(()=>{button.textContent='Copy';},1500);
  });
}
)js";
}

}  // namespace weald::golden
