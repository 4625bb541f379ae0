import { expect, test } from 'vitest';
import { aLocalService } from '../sandbox/local-service.ts';
import { journalOf, Stage } from './stage.ts';

/** Nobody owns `.example`: the proxy of the job finds no address, and says so in the command's output. */
const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'curl -sS http://b.example/' } }] }, { text: 'done' }],
});

const dial = '(exec 3<>/dev/tcp/127.0.0.1/47100; cat <&3); false';
const servicesScript = JSON.stringify({
	turns: [
		{ calls: [{ tool: 'shell_exec', args: { command: dial } }] },
		{ calls: [{ tool: 'shell_exec', args: { command: 'curl -sS http://b.example/' } }] },
		{ text: 'done' },
	],
});

test('a request lists the hosts of its call and of every call, and an approved call may reach them', async () => {
	await using stage = await Stage.open({
		files: { '.github/countersign.yml': 'sandbox:\n  hosts: [a.example]\n' },
		script,
	});
	expect(await stage.say('maintainer', '/agent fetch it')).toMatchObject({ outputs: { outcome: 'waiting' } });
	const asked = (await stage.comments()).find((comment) => comment.body.includes('needs your approval'));
	expect(asked?.body).toContain('- may reach `b.example`');
	expect(asked?.body).toContain(
		'**Network:** If you approve, the command can reach: `b.example`. The configuration lets every command reach: `a.example`.',
	);
	const second = await stage.say('maintainer', '/approve A1');
	expect(second).toMatchObject({ outputs: { outcome: 'completed' } });
	const journal = journalOf(second);
	expect(journal[0]?.['settings']).toMatchObject({ standing_hosts: ['a.example'] });
	const [result] = journal.filter((entry) => entry['type'] === 'tool_result');
	expect(JSON.stringify(result)).toContain('`b.example` has no address');
});

test('a request and a verdict list the services and private hosts that every command may reach', async () => {
	const files = {
		'.github/countersign.yml':
			'sandbox:\n  upstream_proxy: true\n  services: [127.0.0.1:47100]\n  hosts: [{ host: registry.corp.internal, private: true, because: our own registry }]\n',
	};
	await using stage = await Stage.open({ files, script: servicesScript, mode: 'contained' });
	expect(await stage.say('maintainer', '/agent fetch it')).toMatchObject({ outputs: { outcome: 'waiting' } });
	const asked = (await stage.comments()).find((comment) => comment.body.includes('needs your approval'));
	expect(asked?.body).toContain(
		'The configuration lets every command reach: `registry.corp.internal` (its address may be private: `our own registry`), `localhost:47100` (a service of the job, outside the sandbox).',
	);
	const second = await stage.say('maintainer', '/approve A1');
	const journal = journalOf(second);
	const reach = {
		private_hosts: [{ host: 'registry.corp.internal', because: 'our own registry' }],
		services: ['localhost:47100'],
		upstream_proxy: true,
	};
	expect(journal[0]?.['settings']).toMatchObject({ standing_hosts: ['registry.corp.internal'], ...reach });
	expect(journal.find((entry) => entry['type'] === 'walls_tried')).toMatchObject({
		found: { kind: 'proven', walls: { hosts: ['registry.corp.internal'], ...reach } },
	});
	// The call that stayed inside the sandbox lists what it could reach, too.
	expect(journal.find((entry) => entry['type'] === 'tool_attempt')).toMatchObject({
		decision: 'allow',
		walls: reach,
		reason: expect.stringContaining('localhost:47100 (a service of the job, outside the sandbox)'),
	});
	const results = journal.filter((entry) => entry['type'] === 'tool_result').map((entry) => JSON.stringify(entry));
	expect(results[0]).toContain('nothing listens on localhost:47100 of the job');
});

test('setup and a sandboxed call reach the configured service, and no other port', async () => {
	const [service, other] = [await aLocalService(), await aLocalService()];
	const say = (word: string, port: number): string =>
		`exec 3<>/dev/tcp/127.0.0.1/${port} && echo ${word} >&3 && head -1 <&3`;
	await using stage = await Stage.open({
		files: {
			'.github/countersign.yml': `setup:\n  - ${say('of-setup', service.port)}\nsandbox: { services: [${service.name}] }\n`,
		},
		script: JSON.stringify({
			turns: [
				{ calls: [{ tool: 'shell_exec', args: { command: say('of-a-call', service.port) } }] },
				{ calls: [{ tool: 'shell_exec', args: { command: say('elsewhere', other.port) } }] },
				{ text: 'done' },
			],
		}),
		mode: 'contained',
	});
	const end = await stage.say('maintainer', '/agent ask it');
	expect(end).toMatchObject({ outputs: { outcome: 'completed' } });
	expect([service.heard(), other.connections()]).toEqual(['of-setup\nof-a-call\n', 0]);
	const results = journalOf(end).filter((entry) => entry['type'] === 'tool_result');
	expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
});
