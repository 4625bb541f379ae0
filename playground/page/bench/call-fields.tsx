import type { TypedCall } from './bench-state.ts';
import { exampleArguments, toolNames } from './names.ts';

interface CallFieldsProps {
	readonly call: TypedCall;
	/** What is wrong with the call. */
	readonly fault: string | undefined;
	readonly onChange: (call: TypedCall) => void;
}

const startTool = 'file_write';

/** The call: a command line, or a tool with its arguments. */
export function CallFields({ call, fault, onChange }: CallFieldsProps) {
	const isTool = call.kind === 'tool';
	return (
		<fieldset>
			<legend class="hidden">The call to judge</legend>
			<div class="switch" role="radiogroup" aria-label="Kind of call">
				<Kind name="Command line" isOn={!isTool} choose={() => onChange({ kind: 'command', command: '' })} />
				<Kind
					name="Tool call"
					isOn={isTool}
					choose={() => onChange({ kind: 'tool', tool: startTool, args: exampleArguments(startTool) })}
				/>
			</div>
			{isTool ? (
				<ToolFields call={call} fault={fault} onChange={onChange} />
			) : (
				<CommandField call={call} onChange={onChange} />
			)}
		</fieldset>
	);
}

function Kind({ name, isOn, choose }: { readonly name: string; readonly isOn: boolean; readonly choose: () => void }) {
	return (
		<label class={isOn ? 'on' : undefined}>
			<input type="radio" name="kind" checked={isOn} onChange={choose} />
			{name}
		</label>
	);
}

interface CommandFieldProps extends Pick<CallFieldsProps, 'onChange'> {
	readonly call: Extract<TypedCall, { kind: 'command' }>;
}

function CommandField({ call, onChange }: CommandFieldProps) {
	return (
		<textarea
			class="mono"
			id="command"
			aria-label="Command"
			rows={3}
			spellcheck={false}
			autocapitalize="off"
			placeholder="Type a command line"
			value={call.command}
			onInput={(event) => onChange({ kind: 'command', command: event.currentTarget.value })}
		/>
	);
}

interface ToolFieldsProps extends Pick<CallFieldsProps, 'fault' | 'onChange'> {
	readonly call: Extract<TypedCall, { kind: 'tool' }>;
}

function ToolFields({ call, fault, onChange }: ToolFieldsProps) {
	return (
		<>
			<label class="field">
				Tool
				<select
					value={call.tool}
					onChange={({ currentTarget: { value: tool } }) =>
						onChange({ kind: 'tool', tool, args: exampleArguments(tool) })
					}
				>
					{toolNames.map((name) => (
						<option key={name}>{name}</option>
					))}
				</select>
			</label>
			<textarea
				class="mono"
				id="arguments"
				aria-label="Arguments as JSON"
				aria-invalid={fault !== undefined}
				aria-describedby={fault === undefined ? undefined : 'call-fault'}
				rows={5}
				spellcheck={false}
				autocapitalize="off"
				value={call.args}
				onInput={(event) => onChange({ ...call, args: event.currentTarget.value })}
			/>
			{fault !== undefined && (
				<p class="fault" id="call-fault" role="alert">
					{fault}
				</p>
			)}
		</>
	);
}
