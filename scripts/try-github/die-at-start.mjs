// Loaded into the action's process. Ends the process, like a lost machine, as soon as the journal contains the start of a step.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const write = fs.writeFileSync;
fs.writeFileSync = (target, data, ...rest) => {
	write(target, data, ...rest);
	if (typeof target !== 'number' || !Buffer.isBuffer(data)) return;
	const line = data.toString();
	if (line.startsWith('{"prev":"') && line.includes('"type":"tool_started"')) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
