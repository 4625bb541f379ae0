function e(e,r){return`# yaml-language-server: $schema=countersign/config.schema.json
# What Countersign does in this repository. It counts from the default branch only, and every key may be left out.
# Found: ${t(e)}.

enabled: true                          # false stops all runs at their next step
model: anthropic:claude-sonnet-5-5     # or a list: those after the first are asked where it does not answer
# What ends inside the sandbox runs unasked; what leaves it asks: a network host, a push, other threads. Choose edit, and every command that
# writes or runs something asks, too.
mode: contained                        # plan | default | edit | contained | auto
policies: [${r.join(`, `)}]
${n(e)}
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
`}function t({languages:e,managers:t,tests:n,monorepo:r}){let i=[...e,...t,...n.map(e=>`tests by \`${e}\``),...r===void 0?[]:[r]];return i.length===0?`nothing that tells the language`:i.join(`, `)}function n({setup:e,buildHosts:t}){let n=e.flatMap(({run:e,hosts:t})=>[`  - run: ${e}`,`    hosts: [${t.join(`, `)}]`]),r=[`# setup:                               # prepares the checkout; it may change ignored paths only`,`#   - run: npm ci`,`#     hosts: [registry.npmjs.org]`],i=[`# sandbox:`,`#   hosts: [registry.npmjs.org]        # what every command may reach`];return[...n.length===0?r:[`setup:                                 # prepares the checkout; it may change ignored paths only`,...n],...t.length===0?i:[`sandbox:`,`  hosts: [${t.join(`, `)}] # builds load from here while they run`]].join(`
`)}function r({tests:e,setup:t,monorepo:n}){let[r]=e;return`---
name: house-rules
description: How work is done in this repository
triggers: ["*"]
---

# How work is done here

${r===void 0?`- There is no command yet that tests everything. Say in the pull request how you know that a change works.`:`- \`${r}\` has to be green before anything is delivered.${e.length>1?` Besides: ${e.slice(1).map(e=>`\`${e}\``).join(`, `)}.`:``}`}
${t.length===0?``:`- What the project needs is installed already (${t.map(({run:e})=>`\`${e}\``).join(`, `)}). A new dependency is asked about.\n`}${n===void 0?``:`- This repository holds several packages: change and test the one that the task is about, and name it in the title.
`}- One pull request does one thing. A change of behaviour comes with its test.

<!-- Replace these lines by what only this project knows: which order to keep, what never to do, when to stop and ask. -->
`}const i={agent:`.github/workflows/agent.yml`,agentBeside:`.github/workflows/countersign.yml`,maintenance:`.github/workflows/agent-maintenance.yml`,config:`.github/countersign.yml`,policy:`.github/policies/own.yml`,skill:`.github/countersign/skills/house-rules/SKILL.md`,configSchema:`.github/countersign/config.schema.json`,policySchema:`.github/countersign/policy.schema.json`};function a(t,n,a){let{setup:o,maintenance:c,uses:l}=a,u=o?t:{...t,setup:[]};return[{path:i.configSchema,text:n.configSchema,what:`what editors check the configuration by`},{path:i.policySchema,text:n.policySchema,what:`what editors check policies by`},{path:i.policy,text:n.policy,what:`the repository's own rules`},{path:i.skill,text:r(u),what:`what every run is told`},{path:i.config,text:e(u,[`default`,i.policy]),what:`the settings`},...c?[{path:i.maintenance,text:s(n.maintenance,l),what:`a task on a schedule`}]:[],{path:i.agent,text:s(n.agent,l),what:`the workflow`}]}const o=/^( +uses: )\.\/ #.*$/m;function s(e,t){return t===`./`?e:e.replace(o,(e,n)=>`${n}${t}`)}function c(e){return/^\.\/[\w./-]*$/.test(e)?!e.split(`/`).includes(`..`):/^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/.test(e)}export{t as i,a as n,i as r,c as t};