import type { EntryBody, Ports } from '../../core/index.ts';

/** Returns the entry to record if the kill switch is on, or undefined if runs may continue. */
export async function switchedOff({ forge }: Pick<Ports, 'forge'>): Promise<EntryBody | undefined> {
	const by = await forge.switchedOff();
	return by === undefined ? undefined : { type: 'switched_off', by };
}
