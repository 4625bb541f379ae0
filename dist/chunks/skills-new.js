import{t as e}from"./errors.js";import{h as t,n}from"./skills.js";import{i as r,n as i}from"./hook-files.js";import{t as a}from"./command-line.js";import{n as o}from"./skill-check.js";const{join:s,resolve:c}=process.getBuiltinModule(`node:path`),{existsSync:l}=process.getBuiltinModule(`node:fs`),u={root:{type:`string`},description:{type:`string`},json:{type:`boolean`}};async function d(e,{cwd:n,packageRoot:i,print:o}){let{values:s,positionals:d}=a(e,u),f=c(n,s.root??`.`);if(!l(f))throw _(`The folder ${f} does not exist.`,`Name the checkout: --root <folder>.`);let v=p(d),y=`${t}/${v}/SKILL.md`;await m(v,y,{root:f,packageRoot:i});let b=h(s.description??`What ${v.replaceAll(`-`,` `)} means here`);return r(f,[{path:y,text:g(v,b)}]),s.json===!0?o(JSON.stringify({name:v,file:y,state:`new`})):o(`created ${y}\nWrite what only this project knows, then: countersign skills check`),0}const f=/^[a-z0-9]+(?:-[a-z0-9]+)*$/;function p(e){let[t,...n]=e;if(t===void 0||n.length>0)throw _("`countersign skills new` takes one name.",`countersign skills new api-change`);if(f.test(t)&&t.length<=64)return t;let r=t.toLowerCase().replace(/[^a-z0-9]+/g,`-`).replace(/^-|-$/g,``).slice(0,64),i=f.test(r)?` For example: countersign skills new ${r}`:``;throw _(`Invalid name of a skill: \`${t}\`.`,`Use at most 64 lower-case letters, digits and single hyphens.${i}`)}async function m(e,r,{root:a,packageRoot:c}){if(i(a,r)!==void 0)throw _(`${r} already exists. Nothing was written.`,`Edit it, or choose another name.`);let u=s(c,`skills`),{skills:d}=await n(u);if(d.some(t=>t.name===e))throw _(`\`${e}\` ships with Countersign, and a skill with this name would replace it.`,`Start from a copy of the shipped skill: cp -r ${s(u,e)} ${t}/ \u2014 or choose another name.`);let f=s(a,t),p=(l(f)?await o({folder:f,shownAs:t,packageRoot:c}):void 0)?.skills.find(t=>t.name===e);if(p!==void 0)throw _(`${p.file} already has the name \`${e}\`. Nothing was written.`,`Choose another name.`)}function h(e){let t=e.replace(/\s+/g,` `).trim();if(t===``)throw _("`--description` is empty.",`Write one sentence for people and the model.`);return t}function g(e,t){return`---
name: ${e}
description: ${JSON.stringify(t)}
# If a task contains one of these, the run uses this skill.
triggers: [${JSON.stringify(e.replaceAll(`-`,` `))}]
requires: [files, shell]
# More keys: allowed_tools, mode, max_iterations, budget, confirm_patterns, danger_patterns.
---

# ${t}

1. What to look at first, and where it is.
2. What to change, in which order, and what never to do.
3. How to tell that it is done: the command that must pass.

When to stop and ask: \u2026
`}function _(t,n){return new e({code:`bad-input`,message:t,fix:n})}export{d as newSkill};