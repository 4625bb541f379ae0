import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { storm } from './storm.ts';
import { tableOf } from './table.ts';

const usage = `npm run chaos                          2,000 commands, another storm each time
npm run chaos -- --commands 200        fewer
npm run chaos -- --seed 7              a storm that was there before, as far as processes repeat themselves
npm run chaos -- --log storm.log       what went wrong in single jobs and replicas`;

const { values } = parseArgs({
	options: {
		commands: { type: 'string', default: '2000' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		log: { type: 'string' },
		help: { type: 'boolean' },
	},
});

if (values.help === true) {
	console.log(usage);
} else {
	const { commands, seed, log } = values;
	const { figures, lines, complaints } = await storm({
		commands: Number(commands),
		seed: Number(seed),
		onProgress: (text) => console.log(text),
	});
	if (log !== undefined) appendFileSync(log, `${complaints.join('\n')}\n`);
	console.log(`\n${tableOf(figures, lines)}`);
	process.exitCode = lines.every(({ against }) => against.length === 0) ? 0 : 1;
}
