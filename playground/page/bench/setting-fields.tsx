import { useId, useRef } from 'preact/hooks';
import { basePolicies, modeNames, modeWords, overlayPolicies } from './names.ts';
import { OwnPolicyFault } from './own-policy-fault.tsx';
import type { BadPolicy, Setting } from './question.ts';

interface SettingFieldsProps {
	readonly title: string;
	readonly setting: Setting;
	/** What is wrong with the visitor's own policy. */
	readonly fault: BadPolicy | undefined;
	readonly onChange: (setting: Setting) => void;
}

/** The first text of the visitor's own policy. */
const startPolicy = `rules:
  - name: pushes-to-main
    effects: [git.push]
    branches: [main]
    action: deny
    reason: Only people push to main.
`;

/** The mode and the policies under which the call is judged. */
export function SettingFields({ title, setting, fault, onChange }: SettingFieldsProps) {
	const hint = useId();
	return (
		<fieldset class="setting">
			<legend>{title}</legend>
			<div class="pair">
				<label class="field">
					Mode
					<select
						value={setting.mode}
						aria-describedby={hint}
						onChange={({ currentTarget: { value } }) => {
							const mode = modeNames.find((one) => one === value);
							if (mode !== undefined) onChange({ ...setting, mode });
						}}
					>
						{modeNames.map((name) => (
							<option key={name}>{name}</option>
						))}
					</select>
				</label>
				<BasePolicy setting={setting} onChange={onChange} />
			</div>
			<p class="hint" id={hint}>
				{modeWords[setting.mode]}
			</p>
			<div class="checks">
				{overlayPolicies.map((name) => (
					<label key={name}>
						<input
							type="checkbox"
							checked={setting.policies.includes(name)}
							onChange={() => onChange({ ...setting, policies: toggled(setting.policies, name) })}
						/>
						{name}
					</label>
				))}
				<label>
					<input
						type="checkbox"
						checked={setting.own !== undefined}
						onChange={() => onChange(withOwn(setting, setting.own === undefined ? startPolicy : undefined))}
					/>
					your own
				</label>
			</div>
			{setting.own !== undefined && <OwnPolicy setting={setting} fault={fault} onChange={onChange} />}
		</fieldset>
	);
}

type ChangeProps = Pick<SettingFieldsProps, 'setting' | 'onChange'>;

const noBase = 'floor only';

function BasePolicy({ setting, onChange }: ChangeProps) {
	const base = basePolicies.find((name) => setting.policies.includes(name)) ?? noBase;
	const others = setting.policies.filter((name) => !isBase(name));
	return (
		<label class="field">
			Policy
			<select
				value={base}
				onChange={({ currentTarget: { value } }) =>
					onChange({ ...setting, policies: isBase(value) ? [value, ...others] : others })
				}
			>
				{[...basePolicies, noBase].map((name) => (
					<option key={name}>{name}</option>
				))}
			</select>
		</label>
	);
}

function OwnPolicy({ setting, fault, onChange }: Omit<SettingFieldsProps, 'title'>) {
	const field = useRef<HTMLTextAreaElement>(null);
	const told = useId();
	return (
		<>
			<textarea
				ref={field}
				class="mono own"
				aria-label="Your own policy"
				aria-invalid={fault !== undefined}
				aria-describedby={fault === undefined ? undefined : told}
				rows={9}
				spellcheck={false}
				autocapitalize="off"
				value={setting.own}
				onInput={(event) => onChange(withOwn(setting, event.currentTarget.value))}
			/>
			{fault !== undefined && (
				<OwnPolicyFault
					id={told}
					fault={fault}
					text={setting.own ?? ''}
					go={(line) => selectLine(field.current, line)}
				/>
			)}
		</>
	);
}

/** Selects a line of a field. The first line is 1. */
function selectLine(field: HTMLTextAreaElement | null, line: number): void {
	const lines = field?.value.split('\n') ?? [];
	const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
	field?.focus();
	field?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

function isBase(name: string): boolean {
	return basePolicies.some((base) => base === name);
}

function toggled(names: readonly string[], name: string): readonly string[] {
	return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}

function withOwn({ mode, policies }: Setting, own: string | undefined): Setting {
	return { mode, policies, ...(own !== undefined && { own }) };
}
