import {
	CountersignError,
	type Delivery,
	type Facts,
	type FileState,
	firstNamed,
	type Ports,
	type Redactor,
	type ToolCall,
	type Verdict,
} from '../../core/index.ts';
import { isDelivering } from '../../gate/index.ts';
import { blocked } from './unjudgeable.ts';

/** The delivery of a call. Both fields are missing if the call delivers nothing. */
export interface DeliveryBy {
	readonly delivery?: Delivery;
	/** Why the working tree cannot be delivered now. */
	readonly trouble?: string;
}

/** Reads what a call would deliver. Tools, commands or setup may have changed these files. */
export async function deliveryBy(call: ToolCall, { workspace }: Ports): Promise<DeliveryBy> {
	if (!isDelivering(call.name)) return {};
	try {
		return { delivery: await workspace.delivery() };
	} catch (error) {
		if (!(error instanceof CountersignError) || error.code !== 'checkout-mismatch') throw error;
		return { trouble: `${error.message} ${error.fix}` };
	}
}

/** Returns the facts about a delivery that the gate uses. */
export function deliveredFacts({ delivery }: DeliveryBy): Pick<Facts, 'delivered' | 'tracked'> {
	if (delivery === undefined) return {};
	const { files, tracked } = delivery;
	return { delivered: () => files, ...(tracked === undefined ? {} : { tracked: () => tracked }) };
}

/** Refuses a delivery before the gate is asked, if it cannot be read or would publish a credential. */
export function refusedDelivery({ delivery, trouble }: DeliveryBy, redactor: Redactor): Verdict | undefined {
	if (trouble !== undefined) return blocked('tools', 'cannot-be-delivered', trouble);
	const places = delivery === undefined ? [] : secretPlaces(delivery, redactor);
	if (places.length === 0) return undefined;
	const shown = firstNamed(places, 10);
	const reason = `What would be delivered holds a credential, or what looks like one: ${shown}. Take it out; a test can put a made-up one together from pieces.`;
	const refused = blocked('secrets', 'secret-in-delivery', reason);
	return { ...refused, matches: refused.matches.map((match) => ({ ...match, evidence: shown })) };
}

/** Returns `file:line` of each credential that the base commit does not already contain. It never returns the credential itself. */
function secretPlaces({ files }: Delivery, redactor: Redactor): readonly string[] {
	return files.flatMap(({ path, before, after }) => {
		if (after === undefined) return [];
		if (redactor.holdsSecret(path)) return ['the name of a file'];
		const [then, now] = [plainText(before), plainText(after)];
		const added = redactor.secretsIn(now).filter(({ value }) => !then.includes(value));
		const lines = new Set(added.map(({ at }) => now.slice(0, at).split('\n').length));
		return [...lines].sort((a, b) => a - b).map((line) => `${path}:${line}`);
	});
}

/**
 * Returns the text of a file in any encoding, well enough to find a credential. In UTF-16 each letter has a NUL next to it, and bytes that
 * are not UTF-8 become a replacement character.
 */
function plainText(state: FileState | undefined): string {
	return Buffer.from(state?.bytes ?? [])
		.toString('utf8')
		.replaceAll('\0', '');
}
