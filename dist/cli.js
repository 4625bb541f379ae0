#!/usr/bin/env node
import{a as e,i as t,r as n,t as r}from"./chunks/door.js";const{enableCompileCache:i}=process.getBuiltinModule(`node:module`),{homedir:a}=process.getBuiltinModule(`node:os`),{join:o}=process.getBuiltinModule(`node:path`),s=`0.1.0`,c=`countersign ${s}: the repository agent whose risky steps need a maintainer's signature

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
`,l={gate:async()=>(await import(`./chunks/gate.js`)).gate,policy:async()=>(await import(`./chunks/policy.js`)).policy,audit:async()=>(await import(`./chunks/audit.js`)).audit,doctor:async()=>(await import(`./chunks/doctor.js`)).doctor},u=/* @__PURE__ */ new Set([`policy`]);async function d([n,...r]){if(n===void 0||[`help`,`--help`,`-h`].includes(n))return p(c);if(n===`--version`||n===`-v`)return p(s);let d=Object.hasOwn(l,n)?l[n]:void 0;if(d===void 0)return f(n);if(!u.has(n)&&(r.includes(`--help`)||r.includes(`-h`)))return p(c);let m=o(import.meta.dirname,`..`);return i(o(m,`.cache`)),(await d())(r,{packageRoot:m,cwd:process.cwd(),home:a(),get colours(){return process.stdout.isTTY===!0&&!process.env.NO_COLOR},lines:e,print:t})}function f(e){let t=r(e,Object.keys(l)),n=t===void 0?``:` Did you mean "${t}"?`;return console.error(`countersign: "${e}" is not a command.${n}\n\n${c}`),2}function p(e){return console.log(e.trimEnd()),0}try{process.exitCode=await d(process.argv.slice(2))}catch(e){let t=n(e),r=e instanceof Error&&`code`in e&&e.code===`EPIPE`;r||console.error(`countersign: ${t.message}${t.code===`internal`?``:` ${t.fix}`}`),process.exitCode=r?0:2}export{};