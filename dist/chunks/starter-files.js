import{c as e,l as t}from"./stack.js";import{r as n}from"./repository-config.js";import{n as r}from"./approval.js";function i(e){return e.padEnd(39)}function a(e,t){let{model:a,mode:s,approvalTimeoutSeconds:c}=n(void 0);return`# yaml-language-server: $schema=countersign/config.schema.json
# The settings of Countersign in this repository. Only the file on the default branch is used. Every key is optional.
# Found: ${o(e)}.

enabled: true                          # false stops all runs at their next step
${i(`model: ${a}`)}# or a list: if one does not answer, the next one does
# In mode contained, a step needs approval only if it has an effect outside the sandbox: on a network host, a branch or another thread. In
# mode edit, each command whose effects are not known needs approval, too.
${i(`mode: ${s}`)}# ${r.join(` | `)}
policies: [${t.join(`, `)}]
${l(e)}
# sandbox:
#   hosts: [registry.npmjs.org]        # what every command may reach
# approvals:                           # who may approve; without it, one person with write access
#   role: maintain
#   signatures: 1
# budget:                              # limits, at which a run asks for more
#   tokens_per_run: 200000
#   minutes_per_run: 30
# safety:
#   blocked_patterns:                  # replaces the shipped ones
#     - 'DROP\\s+TABLE'
# listen_to: writers                   # writers | everyone
${i(`# approval_timeout_seconds: ${c}`)}# seconds; no answer in this time means denied
`}function o({languages:e,managers:t,monorepo:n}){let r=/* @__PURE__ */ new Set([...e,...t,...n===void 0?[]:[n]]);return r.size===0?`no known language`:[...r].join(`, `)}function s({steps:e,setup:n,tests:r,choices:i}){let a=i.map(({taken:e,options:t})=>{let n=t.filter(t=>t!==e).map(c);return`${c(e)}, not ${n.join(` or `)}`});return[e.length===0?`the workflow installs no tools`:`the workflow installs ${t(e).join(`, `)}`,n.length===0?`no setup`:`setup runs ${n.map(({run:e})=>c(e)).join(`, `)}`,r.length===0?`no test command`:`tests are ${r.map(c).join(`, `)}`,...a.length===0?[]:[`of several: ${a.join(`; `)}`]].join(`; `)}function c(e){return`\`${e}\``}function l({setup:e}){return e.length>0?[`setup:                                 # commands that prepare the checkout; only ignored paths may change`,...e.flatMap(u)].join(`
`):`# setup:                               # commands that prepare the checkout; only ignored paths may change
#   - run: npm ci
#     hosts: [registry.npmjs.org]`}function u({run:e,hosts:t,seconds:n}){return[`  - run: ${e}`,`    hosts: [${t.join(`, `)}]`,...n===void 0?[]:[`    seconds: ${n}`]]}function d(e){return`---
name: house-rules
description: How work is done in this repository
triggers: ["*"]
---

# How work is done here

${f(e).map(e=>`- ${e}`).join(`
`)}

<!-- Replace these lines with rules of your project: the order of steps, what the agent must never do, and when it must stop and ask. -->
`}function f({tests:[e,...t],setup:n,unprepared:r,monorepo:i}){let a=t.length===0?``:` Also run: ${t.map(c).join(`, `)}.`;return[e===void 0?`No command tests everything yet. Say in the pull request how you know that your change works.`:`${c(e)} must pass before you deliver anything.${a}`,...n.length===0?[]:[`These commands run with network access before your first command: ${n.map(({run:e})=>c(e)).join(`, `)}. If one fails, you are told. A new dependency needs approval.`],...r.length===0?[]:[`Nothing is installed beforehand for ${r.join(`, `)}. If something is missing, call the command that installs it: it needs approval.`],...i===void 0?[]:[`This repository contains several packages. Change and test the package that the task is about, and name it in the title.`],`A pull request does one thing. If it changes the behaviour, it has a test.`]}const p={agent:`.github/workflows/agent.yml`,agentBeside:`.github/workflows/countersign.yml`,maintenance:`.github/workflows/agent-maintenance.yml`,config:`.github/countersign.yml`,policy:`.github/policies/own.yml`,skill:`.github/countersign/skills/house-rules/SKILL.md`,configSchema:`.github/countersign/config.schema.json`,policySchema:`.github/countersign/policy.schema.json`};function m(e,t,n){let{setup:r,maintenance:i,uses:o,enterpriseServer:s=!1}=n,c=r?e:h(e),l=e=>s?b(e):e,u=t=>l(y(_(t,e),o));return[{path:p.configSchema,text:t.configSchema,what:`what editors check the configuration by`},{path:p.policySchema,text:t.policySchema,what:`what editors check policies by`},{path:p.policy,text:t.policy,what:`the repository's own rules`},{path:p.skill,text:d(c),what:`what every run is told`},{path:p.config,text:a(c,[`default`,p.policy]),what:`the settings`},...i?[{path:p.maintenance,text:u(t.maintenance),what:`a task on a schedule`}]:[],{path:p.agent,text:u(t.agent),what:`the workflow`}]}function h(e){return{...e,setup:[],unprepared:e.managers}}const g=/^ {6}- id: agent$/m;function _(t,{steps:n}){return t.replace(g,t=>[...e(n),t].join(`
`))}const v=/^( +uses: )\.\/ #.*$/m;function y(e,t){return t===`./`?e:e.replace(v,(e,n)=>`${n}${t}`)}function b(e){return e.replaceAll(/^ +queue: max\n|, queue: max(?= \})/gm,``)}function x(e){return/^\.\/[\w./-]*$/.test(e)?!e.split(`/`).includes(`..`):/^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/.test(e)}export{s as a,h as i,m as n,o,p as r,x as t};