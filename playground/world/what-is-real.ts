/** What the page tells a visitor about itself. */
export const real: readonly string[] = [
	'The action and the bot are the built programs that you would install. Each job is a process of its own.',
	'Git, bubblewrap, npm and HTTP are real. Commands run in the sandbox, on this machine.',
	'The gate, the journal, the approvals and the checks of rights are the same code as on GitHub.',
];

export const played: readonly string[] = [
	"GitHub's servers: a local server answers in their place. Nothing leaves this machine.",
	'The runner: your machine does its work, on a folder that is deleted after each job.',
	'The model, if you choose the script: its replies were written beforehand.',
];
