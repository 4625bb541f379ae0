import type { EntryBody, Ports } from '../core/index.ts';

/** What is to be recorded where the kill switch is on; undefined while runs may go on. */
export async function switchedOff({ forge }: Pick<Ports, 'forge'>): Promise<EntryBody | undefined> {
	const by = await forge.switchedOff();
	return by === undefined ? undefined : { type: 'switched_off', by };
}
