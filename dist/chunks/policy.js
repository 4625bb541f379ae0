import{a as e,i as t}from"./door.js";const n={test:async()=>(await import(`./policy-test.js`)).policyTest,explain:async()=>(await import(`./policy-explain.js`)).policyExplain,replay:async()=>(await import(`./policy-replay.js`)).policyReplay,suggest:async()=>(await import(`./policy-suggest.js`)).policySuggest,schema:async()=>(await import(`./policy-schema.js`)).policySchema};async function r([e,...t],r){if([e,...t].some(e=>e===`--help`||e===`-h`)||e===`help`)return r.print(`countersign policy: tries, explains and compares policies

  countersign policy test [<name|file>\u2026] [--root <folder>] [--json]
      Loads each policy with its examples; without names the shipped ones and those of .github/countersign.yml, whose patterns
      and those of the repository's skills are tried, too.
      countersign policy test .github/policies/own.yml

  countersign policy explain "<command>" [judging options] [--json]
  countersign policy explain --tool <name> --args '<json>' [judging options] [--json]
      The way from a call to its verdict: what it would do, who speaks about it, and what would change the answer.
      countersign policy explain "npm ci && rm -rf build"
      countersign policy explain --tool file_write --args '{"path":".github/workflows/ci.yml","content":""}'

  countersign policy replay <journal.jsonl|folder>\u2026 --policy <name|file>\u2026 [judging options] [--fail-on-loosening] [--json]
      Judges the calls of past runs again, and shows which of them would be decided otherwise.
      countersign policy replay runs/ --policy default --policy .github/policies/own.yml

  countersign policy suggest <journal.jsonl|folder>\u2026 [--at-least <times>] [judging options] [--json]
      Rules for what maintainers always approved or always denied, as YAML with examples from those runs. Nothing is applied.
      countersign policy suggest runs/ --at-least 2 > suggested.yml && countersign policy test suggested.yml

  countersign policy schema
      Prints the JSON Schema of a policy file, for editors.

Judging options: [--policy <name|file>]\u2026 [--skills <folder>]\u2026 [--root <folder>] [--home <folder>] [--allow <folder>]\u2026
                 [--changed <path>]\u2026 [--mode plan|default|edit|auto]
Exit codes: 0 fine, 1 a policy does not hold (replay: a call became looser), 2 wrong usage.`),0;let a=e!==void 0&&Object.hasOwn(n,e)?n[e]:void 0;if(a===void 0)throw i(e);return(await a())(t,r)}function i(r){let i=Object.keys(n),a=r===void 0?void 0:t(r,i),o=r===void 0?"`countersign policy` needs to be told what to do.":`\`policy ${r}\` is not a command${a===void 0?`.`:`; did you mean \`policy ${a}\`?`}`;return new e({code:`bad-input`,message:o,fix:`One of: ${i.join(`, `)}. \`countersign policy --help\` shows examples.`})}export{r as policy};