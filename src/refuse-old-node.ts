import { oldNodeError } from './commands/doctor/node-version.ts';

// The entry point of the command line imports this module first. It runs before the modules that need a recent Node.
const error = oldNodeError(process.versions.node, process.argv.slice(2));
if (error !== undefined) {
	console.error(error);
	process.exit(2);
}
