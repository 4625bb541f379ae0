import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { asData, joined } from './shown.ts';
import { count, defineTool, done } from './tool.ts';

const mostLines = 200;
const longestTail = 20_000;
/** Control characters that remain after the terminal escape sequences are removed. */
const controls = /(?![\n\r\t])\p{Cc}/gu;
/** The time that GitHub writes before each line. */
const stamp = /^\ufeff?\d{4}-\d{2}-\d{2}T[\d:.]+Z /;

/** Shows the end of a job's log. */
export const checkLog = defineTool({
	name: 'check_log',
	description: `Read the last ${mostLines} lines of the log of a finished job; \`check\` is its id in checks_read.`,
	args: z.strictObject({ check: count }),
	run: async ({ check }, services) => {
		// Redact the complete log, without invisible characters. Otherwise the search could miss a secret that is cut or split.
		const plain = stripVTControlCharacters(await services.toolForge.jobLog(check)).replace(controls, '');
		const log = services.redactor.redact(plain);
		const lines = log
			.trimEnd()
			.split(/\r?\n/)
			.map((line) => line.replace(stamp, ''));
		const tail = lines.slice(-mostLines).join('\n').slice(-longestTail);
		const left = lines.length - tail.split('\n').length;
		const cut = left <= 0 ? '' : `[${left} earlier lines are not shown]`;
		if (tail.trim() === '') return done(`The log of check ${check} is empty.`);
		return done(joined([cut, ...asData([{ source: `log of check ${check}`, text: tail, verbatim: true }])]));
	},
});
