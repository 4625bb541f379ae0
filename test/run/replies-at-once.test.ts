import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainApprovals } from '../../src/approvals/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, World } from '../support/world.ts';

const second = { id: 8, login: 'second', type: 'User' };
const danger = (text: string) => ({ tool: 'danger', args: { text } });

/** Runs two jobs for one comment that needs a reply. The second job runs completely at one moment of the first. */
async function raced(folder: string, at: number, says: (world: World) => void) {
	const world = new World(join(folder, 'job'), [{ calls: [danger('x'), danger('y')] }]);
	world.approvals = { ...plainApprovals, notRequester: true };
	world.rights.set(second.id, { role: 'write', mayWrite: true });
	await world.job('comment/1', agentRequest());
	world.loseDisk();
	says(world);
	let moments = 0;
	world.onMoment = async () => {
		moments += 1;
		if (moments !== at) return;
		world.onMoment = () => undefined;
		await world.job('comment/3', undefined, join(folder, 'another-disk'));
	};
	await world.job('comment/2');
	return { world, moments };
}

test.each<[string, (world: World) => void]>([
	['an ambiguous answer', (world) => void world.say(second, '/approve')],
	['an answer with an unknown id', (world) => void world.say(second, '/approve A9')],
	['a stranger', (world) => void world.say(stranger, '/approve A1')],
	['a person who may not approve this step', (world) => void world.say(maintainer, '/approve A1')],
])('two parallel jobs post only one reply to %s', async (_who, says) => {
	using whole = temporaryFolder();
	const { moments } = await raced(whole.path, 0, says);
	for (let at = 1; at <= moments; at++) {
		using folder = temporaryFolder();
		const { world } = await raced(folder.path, at, says);
		const replies = world.comments.filter(({ mine, body }) => mine && /countersign:(?:reply|refusal):/.test(body));
		expect(replies, `at moment ${at} of ${moments}`).toHaveLength(1);
	}
});
