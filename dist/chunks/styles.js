import{r as e}from"./spelled.js";import{t}from"./within.js";const n={"&":`&amp;`,"<":`&lt;`,">":`&gt;`,'"':`&quot;`,"'":`&#39;`};function r(e,...t){return{html:e.reduce((e,n,r)=>`${e}${a(t[r-1]??``)}${n}`)}}const i={html:``};function a(e){return typeof e==`string`?o(e):typeof e==`number`?String(e):`html`in e?e.html:e.map(a).join(``)}function o(t){return e(t).replace(/[&<>"']/g,e=>n[e]??``)}const s=/(\p{RGI_Emoji})/v;function c(e){return r`${e.replace(/\p{Zs}/gu,` `).split(s).map((e,t)=>t%2==1?{html:e}:e)}`}function l(e,n=200){return e===``?r`<i>empty</i>`:r`<code>${t(e,n)}</code>`}function u({who:e,role:n}){let i=t(e,100);return n===``?r`@${i}`:r`@${i} (${t(n,100)})`}function d(e,t){let n=0,r=e.findIndex(e=>(n+=Buffer.byteLength(e.html),n>t));return r===-1?{shown:e,left:0}:{shown:e.slice(0,r),left:e.length-r}}function f(e,t,n){return e!==void 0&&t!==void 0&&URL.canParse(e)&&new URL(e).href.startsWith(t)?r`<a href="${new URL(e).href}">${n}</a>`:r`${n}`}const p=`
:root{color-scheme:light dark;--bg:#fff;--panel:#f6f7f9;--ink:#1c2128;--soft:#57606a;--line:#d5dae0;--link:#0a58b5;--good:#166b2f;--ask:#855600;--bad:#b3261e;--goodbg:#e3f4e7;--askbg:#fdf1d3;--badbg:#fde8e6;--calmbg:#eceff2;--fresh:#0a58b5;--cached:#9db8d6;--output:#b25f00}
@media (prefers-color-scheme:dark){:root{--bg:#101418;--panel:#181d23;--ink:#e4e9ee;--soft:#9aa5b0;--line:#333b44;--link:#79b3ff;--good:#6fd08c;--ask:#e5b454;--bad:#ff8f86;--goodbg:#14301d;--askbg:#33270c;--badbg:#3b1a18;--calmbg:#232a31;--fresh:#79b3ff;--cached:#3f5f85;--output:#e5a04f}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header,main,footer,nav{max-width:56rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
.brand{margin:0;color:var(--soft);font-size:.875rem;letter-spacing:.04em}
h1{margin:.25rem 0 .5rem;font-size:1.75rem;line-height:1.25;font-weight:650;text-wrap:balance}
h2{margin:2.75rem 0 .75rem;font-size:1.25rem;font-weight:650}
h3{display:inline;margin:0;font-size:1rem;font-weight:500}
a{color:var(--link);text-underline-offset:.15em}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;direction:ltr;unicode-bidi:isolate}
code{white-space:pre-wrap;padding:.1em .3em;border-radius:4px;background:var(--panel)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;padding:.5rem 1rem;background:var(--bg)}
`,m=`${p}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0 0;padding:.6rem 0;list-style:none;border-block:1px solid var(--line);font-size:.9375rem}
.by,.took,.more,.at,figcaption{color:var(--soft);font-size:.875rem}
.took,.at{white-space:nowrap}
.more{margin:.25rem 0 0}
.outcome{margin:0 0 1rem;padding:.9rem 1.1rem;border-inline-start:4px solid var(--soft);border-radius:4px;background:var(--calmbg);font-size:1.0625rem}
.outcome.good{border-color:var(--good);background:var(--goodbg)}
.outcome.ask{border-color:var(--ask);background:var(--askbg)}
.outcome.bad{border-color:var(--bad);background:var(--badbg)}
.note{color:var(--soft)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:.1rem 2rem;margin:1rem 0}
.facts div{display:flex;gap:.75rem;padding:.3rem 0;border-bottom:1px solid var(--line)}
.facts dt{flex:0 0 6rem;color:var(--soft)}
dd{margin:0}
pre{margin:.25rem 0;padding:.7rem .9rem;max-height:30rem;overflow:auto;border:1px solid var(--line);border-radius:6px;background:var(--panel);white-space:pre-wrap}
.markdown{overflow:hidden;margin:.5rem 0;padding:.25rem 1.1rem;border:1px solid var(--line);border-inline-start:4px solid var(--line);border-radius:6px}
.markdown :is(p,li,td,th){unicode-bidi:plaintext}
.markdown :is(p,ul,ol,blockquote,pre,.scroll){margin-block:.6rem}
.markdown li :is(ul,ol){margin-block:.1rem}
.markdown :is(ul,ol){padding-inline-start:1.5rem}
.markdown blockquote{margin-inline:0;padding-inline-start:.9rem;border-inline-start:3px solid var(--line);color:var(--soft)}
.markdown hr{margin:1rem 0;border:0;border-top:1px solid var(--line)}
.markdown :is(th,td){overflow-wrap:normal}
.markdown .title{font-weight:650}
.markdown .subtitle{font-weight:600;color:var(--soft)}
.markdown .image{color:var(--soft)}
.tag{display:inline-block;padding:0 .5em;border-radius:4px;background:var(--calmbg);color:var(--ink);font-size:.8125rem;font-weight:600}
.tag.good{background:var(--goodbg);color:var(--good)}
.tag.ask{background:var(--askbg);color:var(--ask)}
.tag.bad{background:var(--badbg);color:var(--bad)}
.timeline{margin:0;padding:0;list-style:none;border-inline-start:2px solid var(--line)}
.timeline li{position:relative;display:grid;grid-template-columns:7rem minmax(0,1fr);gap:0 1rem;align-items:baseline;padding:.25rem 0 .25rem 1.25rem}
.timeline li::before{content:"";position:absolute;left:-5px;top:.8rem;width:8px;height:8px;border-radius:50%;background:var(--soft)}
.timeline .good::before{background:var(--good)}
.timeline .ask::before{background:var(--ask)}
.timeline .bad::before{background:var(--bad)}
.refusals li,.waits li{margin:.75rem 0}
.filter{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0 0 1rem;padding:.4rem .9rem .6rem;border:1px solid var(--line);border-radius:6px}
.call,.file{border-top:1px solid var(--line);scroll-margin-top:1rem}
.call:target{background:var(--panel)}
summary{padding:.5rem .25rem;cursor:pointer}
.number{display:inline-block;min-width:1.75rem;color:var(--soft);font-variant-numeric:tabular-nums}
.call dl{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:.4rem 1rem;margin:0;padding:.25rem 0 1.25rem 1.5rem}
.call dt{color:var(--soft)}
.call ul{margin:0;padding-inline-start:1.1rem}
.call ul:has(>li:only-child){padding:0;list-style:none}
.calls:has(#show-asked:checked) .call:not(.asked),.calls:has(#show-refused:checked) .call:not(.refused),.calls:has(#show-failed:checked) .call:not(.failed){display:none}
.diff{padding:.5rem 0}
.diff span{display:block;padding:0 .9rem}
.diff .add{background:var(--goodbg)}
.diff .del{background:var(--badbg)}
.diff .hunk{color:var(--soft)}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;font-weight:inherit}
thead th{color:var(--soft);font-weight:600}
.num{text-align:end;font-variant-numeric:tabular-nums}
figure{margin:0 0 .5rem}
.chart{display:block;width:100%;height:auto;max-height:20rem}
.chart text{fill:var(--soft);font-size:11px}
.grid{stroke:var(--line)}
.fresh{fill:var(--fresh)}
.cached{fill:var(--cached)}
.output{fill:var(--output)}
.key{margin-inline-end:1rem}
.swatch{width:.7em;height:.7em}
footer{margin-top:3rem;padding-bottom:3rem;color:var(--soft);font-size:.875rem}
@media (max-width:40rem){h1{font-size:1.375rem}.timeline li,.call dl{grid-template-columns:1fr}.call dl{padding-inline-start:.25rem}.call dd{margin-bottom:.5rem}}
@media print{:root{color-scheme:light;--bg:#fff;--ink:#000}nav,.filter,.skip{display:none}details::details-content{content-visibility:visible;block-size:auto}pre{max-height:none}.call,.file,tr{break-inside:avoid-page}h2{break-after:avoid}}
`;export{i as a,c,r as i,d as l,m as n,f as o,l as r,u as s,p as t};