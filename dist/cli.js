#!/usr/bin/env node
import{Zt as e,en as t}from"./chunks/judging.js";const{homedir:n}=process.getBuiltinModule(`node:os`),{join:r}=process.getBuiltinModule(`node:path`),{readSync:i,writeSync:a}=process.getBuiltinModule(`node:fs`);function*o(e=0){let t=new TextDecoder,n=Buffer.alloc(65536),r=``;for(let i=c(e,n);i>0;i=c(e,n)){if(r+=t.decode(n.subarray(0,i),{stream:!0}),!r.includes(`
`))continue;let e=r.split(`
`);r=e.pop()??``,yield*e}r!==``&&(yield r)}function s(e,t=1){let n=Buffer.from(`${e}\n`);for(let e=0;e<n.length;)e+=l(()=>a(t,n,e))}function c(e,t){try{return l(()=>i(e,t))}catch(e){if(u(e)===`EOF`)return 0;throw e}}function l(e){for(;;)try{return e()}catch(e){if(u(e)!==`EAGAIN`)throw e;Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,5)}}function u(e){return e instanceof Error&&`code`in e?e.code:void 0}const d=`0.1.0`,f=`countersign ${d}: the repository agent whose risky steps need a maintainer's signature

  countersign gate [--policy <name|file>]\u2026 [--skills <folder>]\u2026 [--root <folder>] [--home <folder>]
                   [--allow <folder>]\u2026 [--changed <path>]\u2026 [--mode plan|default|edit|auto]
      Judges tool calls: JSON lines {"tool","args"} on standard input, one verdict line each on standard output.
      echo '{"tool":"Bash","args":{"command":"rm -rf /"}}' | countersign gate
  countersign policy test | explain | replay | schema
      Tries policies, explains verdicts, and compares policies over past runs: countersign policy --help
  countersign audit verify <journal.jsonl | folder> [--head <lines>:<sha256>]
      Verifies a run's journal: the chain, and against the published head that nothing was cut or added.
  countersign --version
  countersign --help

Exit codes: 0 fine, 1 what was checked does not hold, 2 wrong usage.
`,p={gate:async()=>(await import(`./chunks/gate.js`)).gate,policy:async()=>(await import(`./chunks/policy.js`)).policy,audit:async()=>(await import(`./chunks/audit.js`)).audit},m=/* @__PURE__ */ new Set([`policy`]);async function h([e,...t]){if(e===void 0||[`help`,`--help`,`-h`].includes(e))return _(f);if(e===`--version`||e===`-v`)return _(d);let i=Object.hasOwn(p,e)?p[e]:void 0;return i===void 0?g(e):!m.has(e)&&(t.includes(`--help`)||t.includes(`-h`))?_(f):(await i())(t,{packageRoot:r(import.meta.dirname,`..`),cwd:process.cwd(),home:n(),get colours(){return process.stdout.isTTY===!0&&!process.env.NO_COLOR},lines:o,print:s})}function g(t){let n=e(t,Object.keys(p)),r=n===void 0?``:` Did you mean "${n}"?`;return console.error(`countersign: "${t}" is not a command.${r}\n\n${f}`),2}function _(e){return console.log(e.trimEnd()),0}try{process.exitCode=await h(process.argv.slice(2))}catch(e){let n=t(e),r=e instanceof Error&&`code`in e&&e.code===`EPIPE`;r||console.error(`countersign: ${n.message}${n.code===`internal`?``:` ${n.fix}`}`),process.exitCode=r?0:2}export{};