import type { BadPolicy } from './question.ts';
import { Prose, Value } from './shown-text.tsx';

interface OwnPolicyFaultProps {
	readonly id: string;
	readonly fault: BadPolicy;
	/** The text of the policy. */
	readonly text: string;
	/** Goes to a line of the policy. */
	readonly go: (line: number) => void;
}

/** Shows what is wrong with the visitor's own policy, and in which line. */
export function OwnPolicyFault({ id, fault: { message, fix, line }, text, go }: OwnPolicyFaultProps) {
	const found = line === undefined ? undefined : text.split('\n')[line - 1];
	return (
		<div class="fault" id={id} role="alert">
			<p>
				<Prose text={message} />
			</p>
			{line !== undefined && found !== undefined && (
				<p class="line">
					<button type="button" onClick={() => go(line)}>
						Line {line}
					</button>{' '}
					<Value text={found.trim().slice(0, 200)} />
				</p>
			)}
			<p>
				<Prose text={fix} />
			</p>
		</div>
	);
}
