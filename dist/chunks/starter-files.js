import{c as e,s as t}from"./stack.js";function n(e,t){return`# yaml-language-server: $schema=countersign/config.schema.json
# What Countersign does in this repository. It counts from the default branch only, and every key may be left out.
# Found: ${r(e)}.

enabled: true                          # false stops all runs at their next step
model: anthropic:claude-sonnet-5-5     # or a list: those after the first are asked where it does not answer
# What ends inside the sandbox runs unasked; what leaves it asks: a network host, a push, other threads. Choose edit, and every command that
# writes or runs something asks, too.
mode: contained                        # plan | default | edit | contained | auto
policies: [${t.join(`, `)}]
${o(e)}
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
# approval_timeout_seconds: 86400      # no answer for so long is a no
`}function r({languages:e,managers:t,monorepo:n}){let r=/* @__PURE__ */ new Set([...e,...t,...n===void 0?[]:[n]]);return r.size===0?`nothing that tells the language`:[...r].join(`, `)}function i({steps:t,setup:n,tests:r,choices:i}){let o=i.map(({taken:e,options:t})=>{let n=t.filter(t=>t!==e).map(a);return`${a(e)}, not ${n.join(` or `)}`});return[t.length===0?`the workflow installs no tools`:`the workflow installs ${e(t).join(`, `)}`,n.length===0?`no setup`:`setup runs ${n.map(({run:e})=>a(e)).join(`, `)}`,r.length===0?`no test command`:`tests are ${r.map(a).join(`, `)}`,...o.length===0?[]:[`of several: ${o.join(`; `)}`]].join(`; `)}function a(e){return`\`${e}\``}function o({setup:e}){return e.length>0?[`setup:                                 # prepares the checkout; it may change ignored paths only`,...e.flatMap(s)].join(`
`):`# setup:                               # prepares the checkout; it may change ignored paths only
#   - run: npm ci
#     hosts: [registry.npmjs.org]`}function s({run:e,hosts:t,seconds:n}){return[`  - run: ${e}`,`    hosts: [${t.join(`, `)}]`,...n===void 0?[]:[`    seconds: ${n}`]]}function c(e){return`---
name: house-rules
description: How work is done in this repository
triggers: ["*"]
---

# How work is done here

${l(e).map(e=>`- ${e}`).join(`
`)}

<!-- Replace these lines by what only this project knows: which order to keep, what never to do, when to stop and ask. -->
`}function l({tests:[e,...t],setup:n,unprepared:r,monorepo:i}){let o=t.length===0?``:` Besides: ${t.map(a).join(`, `)}.`;return[e===void 0?`There is no command yet that tests everything. Say in the pull request how you know that a change works.`:`${a(e)} has to be green before anything is delivered.${o}`,...n.length===0?[]:[`Before your first command, these run with the network: ${n.map(({run:e})=>a(e)).join(`, `)}. You are told if one fails. A new dependency is asked about.`],...r.length===0?[]:[`Nothing is installed beforehand for ${r.join(`, `)}. If something is missing, ask for what installs it.`],...i===void 0?[]:[`This repository holds several packages: change and test the one that the task is about, and name it in the title.`],`One pull request does one thing. A change of behaviour comes with its test.`]}const u={agent:`.github/workflows/agent.yml`,agentBeside:`.github/workflows/countersign.yml`,maintenance:`.github/workflows/agent-maintenance.yml`,config:`.github/countersign.yml`,policy:`.github/policies/own.yml`,skill:`.github/countersign/skills/house-rules/SKILL.md`,configSchema:`.github/countersign/config.schema.json`,policySchema:`.github/countersign/policy.schema.json`};function d(e,t,r){let{setup:i,maintenance:a,uses:o,enterpriseServer:s=!1}=r,l=i?e:f(e),d=e=>s?_(e):e,p=t=>d(g(m(t,e),o));return[{path:u.configSchema,text:t.configSchema,what:`what editors check the configuration by`},{path:u.policySchema,text:t.policySchema,what:`what editors check policies by`},{path:u.policy,text:t.policy,what:`the repository's own rules`},{path:u.skill,text:c(l),what:`what every run is told`},{path:u.config,text:n(l,[`default`,u.policy]),what:`the settings`},...a?[{path:u.maintenance,text:p(t.maintenance),what:`a task on a schedule`}]:[],{path:u.agent,text:p(t.agent),what:`the workflow`}]}function f(e){return{...e,setup:[],unprepared:e.managers}}const p=/^ {6}- id: agent$/m;function m(e,{steps:n}){return e.replace(p,e=>[...t(n),e].join(`
`))}const h=/^( +uses: )\.\/ #.*$/m;function g(e,t){return t===`./`?e:e.replace(h,(e,n)=>`${n}${t}`)}function _(e){return e.replaceAll(/^ +queue: max\n|, queue: max(?= \})/gm,``)}function v(e){return/^\.\/[\w./-]*$/.test(e)?!e.split(`/`).includes(`..`):/^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/.test(e)}export{i as a,f as i,d as n,r as o,u as r,v as t};