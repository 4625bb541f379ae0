import { useState } from 'preact/hooks';
import type { Acted, Action } from '../../protocol.ts';
import { act } from './client.ts';

export interface Acting {
	readonly busy: boolean;
	/** The last answer of the server. */
	readonly acted: Acted | undefined;
	/** Sends the action, and returns whether the server carried it out. */
	readonly start: (action: Action) => Promise<boolean>;
}

/** Lets a control send actions, one at a time. */
export function useAct(): Acting {
	const [busy, setBusy] = useState(false);
	const [acted, setActed] = useState<Acted>();
	const start = async (action: Action): Promise<boolean> => {
		if (busy) return false;
		setBusy(true);
		setActed(undefined);
		const answer = await act(action);
		setActed(answer);
		setBusy(false);
		return answer.ok;
	};
	return { busy, acted, start };
}

/** Shows the server's answer to an action, next to the control. */
export function Said({ acting: { busy, acted } }: { readonly acting: Acting }) {
	if (busy) return <p class="said soft pulse">Working …</p>;
	if (acted === undefined) return null;
	if (acted.ok) return acted.said === undefined ? null : <output class="said">{acted.said}</output>;
	return (
		<p class="said refused" role="alert">
			{acted.why}
		</p>
	);
}
