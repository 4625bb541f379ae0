import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The README with the workflow of `examples/` in its place, so that what people paste is what a test has read. */
export function readmeWithWorkflow(): { readonly current: string; readonly wanted: string } {
	const current = readFileSync(join(root, 'README.md'), 'utf8');
	const workflow = readFileSync(join(root, 'examples', 'workflows', 'agent.yml'), 'utf8');
	const block = `<!-- workflow-start -->\n\`\`\`yaml\n${workflow.trimEnd()}\n\`\`\`\n<!-- workflow-end -->`;
	return { current, wanted: current.replace(/<!-- workflow-start -->[\s\S]*<!-- workflow-end -->/, () => block) };
}

if (import.meta.main) writeFileSync(join(root, 'README.md'), readmeWithWorkflow().wanted);
