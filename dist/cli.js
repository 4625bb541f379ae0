#!/usr/bin/env node
import{a as e,i as t,n,o as r,r as i,t as a}from"./chunks/door.js";const{enableCompileCache:o}=process.getBuiltinModule(`node:module`),{homedir:s}=process.getBuiltinModule(`node:os`),{join:c}=process.getBuiltinModule(`node:path`),l=`0.1.0`,u=`countersign ${l}: the repository agent whose risky steps need a maintainer's signature

  countersign gate [--policy <name|file>]\u2026 [--skills <folder>]\u2026 [--root <folder>] [--home <folder>]
                   [--allow <folder>]\u2026 [--changed <path>]\u2026 [--mode plan|default|edit|auto]
      Judges tool calls: JSON lines {"tool","args"} on standard input, one verdict line each on standard output.
      echo '{"tool":"Bash","args":{"command":"rm -rf /"}}' | countersign gate
  countersign policy test | explain | replay | suggest | schema
      Tries policies, explains verdicts, compares policies over past runs, and suggests rules: countersign policy --help
  countersign skills list | check [<folder>] | update [--dry-run]
      Lists skills, checks those of a folder (file, line, field and fix of each fault), and updates copies of shipped ones: countersign skills --help
  countersign audit verify | show | export
      Proves that nobody changed what a run recorded, shows it as a timeline, and exports it: countersign audit --help
  countersign report <journal.jsonl | folder> [--out <file>] [--head <lines>:<sha256>]
      Writes a run as one page that needs nothing else: report.html beside the journal. --out - writes it to standard output.
  countersign hook install | check
      Gives Claude Code on this machine the same gate, before every tool call: countersign hook --help
  countersign doctor
      Tells whether this machine can run the agent's commands sandboxed, and what to do where it cannot. Changes nothing.
  countersign sweep [--json]
      Lists what waits for signatures in GITHUB_REPOSITORY, with GITHUB_TOKEN, and refreshes its issue "Agent approvals".
  countersign --version
  countersign --help

Exit codes: 0 fine, 1 what was checked does not hold, 2 wrong usage.
`,d={gate:async()=>(await import(`./chunks/gate.js`)).gate,policy:async()=>(await import(`./chunks/policy.js`)).policy,skills:async()=>(await import(`./chunks/skills3.js`)).skills,audit:async()=>(await import(`./chunks/audit.js`)).audit,report:async()=>(await import(`./chunks/report.js`)).report,doctor:async()=>(await import(`./chunks/doctor.js`)).doctor,hook:async()=>(await import(`./chunks/hook.js`)).hook,sweep:async()=>{let{sweep:e}=await import(`./chunks/sweep.js`);return(t,n)=>e(t,n,m(process.env))}},f=/* @__PURE__ */ new Set([`policy`,`skills`,`audit`,`hook`]);async function p([e,...t]){if(i(process.versions.node),e===void 0||[`help`,`--help`,`-h`].includes(e))return _(u);if(e===`--version`||e===`-v`)return _(l);let r=Object.hasOwn(d,e)?d[e]:void 0;if(r===void 0)return g(e);if(!f.has(e)&&(t.includes(`--help`)||t.includes(`-h`)))return _(u);let p=c(import.meta.dirname,`..`);return o(c(p,`.cache`)),(await r())(t,{packageRoot:p,cwd:process.cwd(),home:s(),get colours(){return process.stdout.isTTY===!0&&!process.env.NO_COLOR},lines:n,print:a})}function m(e){return{repository:e.GITHUB_REPOSITORY,webUrl:e.GITHUB_SERVER_URL??`https://github.com`,connect:async()=>{let t=e.GITHUB_TOKEN;if(t===void 0||t===``)throw h();let{Octokit:n}=await import(`./chunks/dist-bundle.js`);return new n({auth:t,baseUrl:e.GITHUB_API_URL??`https://api.github.com`,throttle:{enabled:!1}})}}}function h(){return new e({code:`bad-input`,message:`GITHUB_TOKEN is not set.`,fix:"Set it to a token that may read the repository and write its issues, for example `GITHUB_TOKEN=$(gh auth token)`."})}function g(e){let n=t(e,Object.keys(d)),r=n===void 0?``:` Did you mean "${n}"?`;return console.error(`countersign: "${e}" is not a command.${r}\n\n${u}`),2}function _(e){return console.log(e.trimEnd()),0}try{process.exitCode=await p(process.argv.slice(2))}catch(e){let t=r(e),n=e instanceof Error&&`code`in e&&e.code===`EPIPE`;n||console.error(`countersign: ${t.message}${t.code===`internal`?``:` ${t.fix}`}`),process.exitCode=n?0:2}export{};