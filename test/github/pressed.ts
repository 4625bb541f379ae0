import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { batchOf, keyName, type Press, pressLine } from '../../src/approvals/index.ts';
import type { PressEar } from '../../src/github/index.ts';

export const keys = () =>
	generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
	});

export const appKeys = keys();
/** The account of the App that a job acts as. */
export const appAccount = { id: 9001, login: 'countersign-app[bot]', type: 'Bot' };
export const repositoryId = 186_853_002;
export const ear: PressEar = { userId: appAccount.id, publicKey: createPublicKey(appKeys.publicKey), repositoryId };

export const press: Press = {
	v: 1,
	repository: repositoryId,
	thread: 7,
	run: '7-0123456789ab',
	batch: batchOf('7-0123456789ab', [{ id: 5, body: 'May I?' }]),
	ids: ['A1', 'A2'],
	approved: true,
	person: { id: 1001, login: 'maintainer' },
	role: 'admin',
	head: 'a'.repeat(40),
	at: '2026-11-23T12:00:00.000Z',
	key: keyName(appKeys.privateKey),
};

/** The comment in which the App's bot records a press. */
export function record(change: Partial<Press> = {}, key: string = appKeys.privateKey): string {
	const said = { ...press, ...change };
	return `@${said.person.login} pressed a button.\n\n${pressLine(said, key)}`;
}
