import{a as e,i as t}from"./door.js";const n={verify:async()=>(await import(`./audit-verify.js`)).auditVerify,show:async()=>(await import(`./audit-show.js`)).auditShow,export:async()=>(await import(`./audit-export.js`)).auditExport};async function r([e,...t],r){if([e,...t].some(e=>e===`--help`||e===`-h`)||e===`help`)return r.print(`countersign audit: proves, shows and exports what a run did

Each takes a journal.jsonl, the folder of a run, or the zip of its artifact, which is read without being unpacked.

  countersign audit verify <journal|folder|zip> [--head <lines>:<sha256>] [--json]
      Checks each line, and each content that a line names. The head is what the run published elsewhere (its comment, its summary,
      the output \`journal-head\`); without it a cut tail cannot be seen, and the answer is \`unanchored\`.
      countersign audit verify run.zip --head 42:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

  countersign audit show <journal|folder|zip> [filters] [--json]
      What happened, line by line.
      countersign audit show run/ --denied
      countersign audit show run/ --tool shell_exec --since 2026-05-01T12:00:00Z

  countersign audit export <journal|folder|zip> --format jsonl|csv [filters]
      The same for other programs: JSON Lines as they stand in the journal, or a table that a spreadsheet can open safely.
      countersign audit export run.zip --format csv > run.csv

Filters: [--type <entry type>]\u2026 [--tool <name>]\u2026 [--call <call id|A1>]\u2026 [--denied] [--since <date or time>]
Exit codes: 0 it holds, 1 it does not (the first bad line is named), 2 wrong usage, or nothing that could be read.`),0;let a=e!==void 0&&Object.hasOwn(n,e)?n[e]:void 0;if(a===void 0)throw i(e);return(await a())(t,r)}function i(r){let i=Object.keys(n),a=r===void 0?void 0:t(r,i),o=r===void 0?"`countersign audit` needs to be told what to do.":`\`audit ${r}\` is not a command${a===void 0?`.`:`; did you mean \`audit ${a}\`?`}`;return new e({code:`bad-input`,message:o,fix:`One of: ${i.join(`, `)}. \`countersign audit --help\` shows examples.`})}export{r as audit};