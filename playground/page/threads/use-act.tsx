import { useState } from 'preact/hooks';
import type { Acted, Action } from '../../protocol.ts';
import { act } from './client.ts';

export interface Acting {
	readonly busy: boolean;
	/** What the server said last. */
	readonly acted: Acted | undefined;
	/** Does it, and returns whether the server did it. */
	readonly start: (action: Action) => Promise<boolean>;
}

/** Lets a control act, one action at a time. */
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

/** What the server said to an action, next to its control. */
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
