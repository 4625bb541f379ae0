// Judges a command of your own agent before it runs: node judge.mjs "git push --force"
import { homedir } from 'node:os';
import { createGate, localFacts } from 'countersign/gate';

const [command = 'rm -rf /'] = process.argv.slice(2);
const gate = createGate();
const facts = localFacts({ root: process.cwd(), home: homedir() });
const call = { id: '1', name: 'shell_exec', args: { command } };
const { decision, reason, rule } = gate.judge(call, { facts, mode: 'default', grants: [] });
// allow: run it. confirm: ask a person. block: tell the model why not.
console.log(`${decision}: ${reason} (${rule})`);
