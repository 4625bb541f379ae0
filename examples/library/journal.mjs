// Writes a log of your own agent, in which every later change can be found: node journal.mjs <folder>
import { env } from 'node:process';
import { openJournal, readContent, readJournal, verifyJournal } from 'countersign/journal';

const [folder = 'agent-log'] = process.argv.slice(2);
const journal = await openJournal(folder, { secrets: [env.API_KEY ?? ''] });
const output = await journal.keep('All 12 tests passed.\n'.repeat(100));
await journal.append({ type: 'tool_call', tool: 'shell_exec', args: { command: 'npm test' }, output: { ...output } });
await journal.append({ type: 'answer', text: 'The tests pass.' });
// Publish the head in a place that the people who can change the folder cannot change.
const head = journal.head();

const { ok, text } = await verifyJournal(folder, { head });
console.log(ok ? 'verified' : text);
await readJournal(folder, ({ seq, type }) => console.log(`${seq} ${type}`));
console.log(`${(await readContent(folder, output)).length} characters were kept.`);
