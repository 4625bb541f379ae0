// Loaded into the action's process by a test: ends it at one append of the journal, as a power cut would.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [kind, at] = (process.env.KILL_AT_APPEND ?? '').split(' ');
let appends = 0;

const write = fs.writeFileSync;
fs.writeFileSync = (target, data, ...rest) => {
	if (typeof target !== 'number' || !isLine(data)) return write(target, data, ...rest);
	appends += 1;
	if (appends !== Number(at)) return write(target, data, ...rest);
	if (kind === 'torn') write(target, data.subarray(0, data.length / 2));
	if (kind === 'written') write(target, data);
	process.kill(process.pid, 'SIGKILL');
};
process.on('exit', () => write(2, `appends: ${appends}\n`));
syncBuiltinESMExports();

function isLine(data) {
	return Buffer.isBuffer(data) && data.subarray(0, 9).toString() === '{"prev":"';
}
