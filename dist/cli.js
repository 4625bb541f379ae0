#!/usr/bin/env node
import{i as e,n as t,o as n,r,t as i}from"./chunks/door.js";const{enableCompileCache:a}=process.getBuiltinModule(`node:module`),{homedir:o}=process.getBuiltinModule(`node:os`),{join:s}=process.getBuiltinModule(`node:path`),c=`0.1.0`,l=`countersign ${c}: the repository agent whose risky steps need a maintainer's signature

  countersign gate [--policy <name|file>]\u2026 [--skills <folder>]\u2026 [--root <folder>] [--home <folder>]
                   [--allow <folder>]\u2026 [--changed <path>]\u2026 [--mode plan|default|edit|auto]
      Judges tool calls: JSON lines {"tool","args"} on standard input, one verdict line each on standard output.
      echo '{"tool":"Bash","args":{"command":"rm -rf /"}}' | countersign gate
  countersign policy test | explain | replay | schema
      Tries policies, explains verdicts, and compares policies over past runs: countersign policy --help
  countersign audit verify <journal.jsonl | folder> [--head <lines>:<sha256>]
      Verifies a run's journal: the chain, and against the published head that nothing was cut or added.
  countersign doctor
      Tells whether this machine can run the agent's commands sandboxed, and what to do where it cannot. Changes nothing.
  countersign --version
  countersign --help

Exit codes: 0 fine, 1 what was checked does not hold, 2 wrong usage.
`,u={gate:async()=>(await import(`./chunks/gate.js`)).gate,policy:async()=>(await import(`./chunks/policy.js`)).policy,audit:async()=>(await import(`./chunks/audit.js`)).audit,doctor:async()=>(await import(`./chunks/doctor.js`)).doctor},d=/* @__PURE__ */ new Set([`policy`]);async function f([e,...n]){if(r(process.versions.node),e===void 0||[`help`,`--help`,`-h`].includes(e))return m(l);if(e===`--version`||e===`-v`)return m(c);let f=Object.hasOwn(u,e)?u[e]:void 0;if(f===void 0)return p(e);if(!d.has(e)&&(n.includes(`--help`)||n.includes(`-h`)))return m(l);let h=s(import.meta.dirname,`..`);return a(s(h,`.cache`)),(await f())(n,{packageRoot:h,cwd:process.cwd(),home:o(),get colours(){return process.stdout.isTTY===!0&&!process.env.NO_COLOR},lines:t,print:i})}function p(t){let n=e(t,Object.keys(u)),r=n===void 0?``:` Did you mean "${n}"?`;return console.error(`countersign: "${t}" is not a command.${r}\n\n${l}`),2}function m(e){return console.log(e.trimEnd()),0}try{process.exitCode=await f(process.argv.slice(2))}catch(e){let t=n(e),r=e instanceof Error&&`code`in e&&e.code===`EPIPE`;r||console.error(`countersign: ${t.message}${t.code===`internal`?``:` ${t.fix}`}`),process.exitCode=r?0:2}export{};