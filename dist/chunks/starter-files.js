import{c as e,l as t}from"./stack.js";import{r as n}from"./repository-config.js";import{n as r}from"./approval.js";function i(e){return e.padEnd(39)}function a(e,t){let{model:a,mode:s,approvalTimeoutSeconds:c}=n(void 0);return`# yaml-language-server: $schema=countersign/config.schema.json
# What Countersign does in this repository. It counts from the default branch only, and every key may be left out.
# Found: ${o(e)}.

enabled: true                          # false stops all runs at their next step
${i(`model: ${a}`)}# or a list: the next one is used if the first does not answer
# What ends inside the sandbox runs unasked; what leaves it asks: a network host, a push, other threads. Choose edit, and every command that
# writes or runs something asks, too.
${i(`mode: ${s}`)}# ${r.join(` | `)}
policies: [${t.join(`, `)}]
${l(e)}
# sandbox:
#   hosts: [registry.npmjs.org]        # what every command may reach
# approvals:                           # who may sign; without it one person with write access
#   role: maintain
#   signatures: 1
# budget:                              # caps, at which a run asks for more
#   tokens_per_run: 200000
#   minutes_per_run: 30
# safety:
#   blocked_patterns:                  # in place of the shipped ones
#     - 'DROP\\s+TABLE'
# listen_to: writers                   # writers | everyone
${i(`# approval_timeout_seconds: ${c}`)}# seconds; no answer by then means denied
`}function o({languages:e,managers:t,monorepo:n}){let r=/* @__PURE__ */ new Set([...e,...t,...n===void 0?[]:[n]]);return r.size===0?`no known language`:[...r].join(`, `)}function s({steps:e,setup:n,tests:r,choices:i}){let a=i.map(({taken:e,options:t})=>{let n=t.filter(t=>t!==e).map(c);return`${c(e)}, not ${n.join(` or `)}`});return[e.length===0?`the workflow installs no tools`:`the workflow installs ${t(e).join(`, `)}`,n.length===0?`no setup`:`setup runs ${n.map(({run:e})=>c(e)).join(`, `)}`,r.length===0?`no test command`:`tests are ${r.map(c).join(`, `)}`,...a.length===0?[]:[`of several: ${a.join(`; `)}`]].join(`; `)}function c(e){return`\`${e}\``}function l({setup:e}){return e.length>0?[`setup:                                 # prepares the checkout; it may change ignored paths only`,...e.flatMap(u)].join(`
`):`# setup:                               # prepares the checkout; it may change ignored paths only
#   - run: npm ci
#     hosts: [registry.npmjs.org]`}function u({run:e,hosts:t,seconds:n}){return[`  - run: ${e}`,`    hosts: [${t.join(`, `)}]`,...n===void 0?[]:[`    seconds: ${n}`]]}function d(e){return`---
name: house-rules
description: How work is done in this repository
triggers: ["*"]
---

# How work is done here

${f(e).map(e=>`- ${e}`).join(`
`)}

<!-- Replace these lines by what only this project knows: which order to keep, what never to do, when to stop and ask. -->
`}function f({tests:[e,...t],setup:n,unprepared:r,monorepo:i}){let a=t.length===0?``:` Besides: ${t.map(c).join(`, `)}.`;return[e===void 0?`There is no command yet that tests everything. Say in the pull request how you know that a change works.`:`${c(e)} has to be green before anything is delivered.${a}`,...n.length===0?[]:[`Before your first command, these run with the network: ${n.map(({run:e})=>c(e)).join(`, `)}. You are told if one fails. A new dependency is asked about.`],...r.length===0?[]:[`Nothing is installed beforehand for ${r.join(`, `)}. If something is missing, ask for what installs it.`],...i===void 0?[]:[`This repository holds several packages: change and test the one that the task is about, and name it in the title.`],`One pull request does one thing. A change of behaviour comes with its test.`]}const p={agent:`.github/workflows/agent.yml`,agentBeside:`.github/workflows/countersign.yml`,maintenance:`.github/workflows/agent-maintenance.yml`,config:`.github/countersign.yml`,policy:`.github/policies/own.yml`,skill:`.github/countersign/skills/house-rules/SKILL.md`,configSchema:`.github/countersign/config.schema.json`,policySchema:`.github/countersign/policy.schema.json`};function m(e,t,n){let{setup:r,maintenance:i,uses:o,enterpriseServer:s=!1}=n,c=r?e:h(e),l=e=>s?b(e):e,u=t=>l(y(_(t,e),o));return[{path:p.configSchema,text:t.configSchema,what:`what editors check the configuration by`},{path:p.policySchema,text:t.policySchema,what:`what editors check policies by`},{path:p.policy,text:t.policy,what:`the repository's own rules`},{path:p.skill,text:d(c),what:`what every run is told`},{path:p.config,text:a(c,[`default`,p.policy]),what:`the settings`},...i?[{path:p.maintenance,text:u(t.maintenance),what:`a task on a schedule`}]:[],{path:p.agent,text:u(t.agent),what:`the workflow`}]}function h(e){return{...e,setup:[],unprepared:e.managers}}const g=/^ {6}- id: agent$/m;function _(t,{steps:n}){return t.replace(g,t=>[...e(n),t].join(`
`))}const v=/^( +uses: )\.\/ #.*$/m;function y(e,t){return t===`./`?e:e.replace(v,(e,n)=>`${n}${t}`)}function b(e){return e.replaceAll(/^ +queue: max\n|, queue: max(?= \})/gm,``)}function x(e){return/^\.\/[\w./-]*$/.test(e)?!e.split(`/`).includes(`..`):/^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/.test(e)}export{s as a,h as i,m as n,o,p as r,x as t};