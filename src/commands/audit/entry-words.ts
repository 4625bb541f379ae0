import { type Entry, type EntryBody, type EntryOf, type JsonValue, modelName } from '../../core/index.ts';

type Words = { readonly [T in EntryBody['type']]: (entry: EntryOf<T>, tool: string) => string };

const words: Words = {
	run_started: ({ run, repository, request, settings, program }) =>
		`${repository}, run ${run} (${program}): @${request.actor.login} by ${request.trigger}, mode ${settings.mode}, ${modelName(settings.model)}: ${request.task}`,
	run_resumed: ({ program, command }) => `${program}, by ${command}`,
	admitted: ({ actor, role }) => `@${actor.login} (${role})`,
	refused: ({ actor, message }) => `@${actor.login}: ${message}`,
	model_reply: ({ model, usage, calls, text }) =>
		`${modelName(model)}, ${usage.input} tokens in, ${usage.output} out, ${calls.length} ${calls.length === 1 ? 'call' : 'calls'}: ${text.preview}`,
	reply_discarded: ({ model, why }) => `${modelName(model)}: ${why}`,
	tools_tried: ({ found }) =>
		found
			.map(({ name, version, why }) => (version === undefined ? `${name}: ${why}` : `${name}: ${version}`))
			.join('; '),
	walls_tried: ({ found }) =>
		found.kind === 'proven' ? `proven: ${found.walls.sandbox}, ${found.walls.proof}` : `not proven: ${found.why}`,
	tool_attempt: ({ decision, tool_name: tool, tool_input: input, matched_rule: rule, reason }) =>
		`${decision}: ${tool} ${inputWords(input)} (rule ${rule}: ${reason})`,
	tool_started: ({ call_id: call, attempt }, tool) => `${tool} ${call}, attempt ${attempt}`,
	tool_retry: ({ call_id: call, wait_ms: wait, output }, tool) =>
		`${tool} ${call}, again in ${wait} ms: ${output.preview}`,
	tool_result: ({ ok, call_id: call, duration_ms: duration, output }, tool) =>
		`${ok ? 'done' : 'failed'}: ${tool} ${call} in ${Math.round(duration)} ms: ${output.preview}`,
	effect_unknown: ({ call_id: call, why }, tool) => `${tool} ${call}: ${why}`,
	security_violation: ({ tool_name: tool, call_id: call, matched_rule: rule, reason }) =>
		`${tool} ${call} (rule ${rule}): ${reason}`,
	approval_requested: ({ items, expires_at: until }) =>
		`${items.map(({ id, call_id: call }) => `${id} for ${call}`).join(', ')}, until ${until}`,
	approval: approvalWords,
	approval_upheld: ({ id, call_id: call, role }) => `${id} for ${call}: the approver still has ${role}`,
	approval_void: ({ id, why }) => `${id}: ${why}`,
	answer_refused: ({ id, user, why }) => `${id} by @${user}: ${why}`,
	answer_unclear: ({ user, why }) => `@${user}: ${why}`,
	stop_requested: ({ user, role }) => `@${user} (${role})`,
	waiting: ({ ids, expires_at: until }) => `for ${ids.join(', ')}, until ${until}`,
	reported: ({ url }) => url,
	checkpoint: ({ count }) => `${count} lines are saved`,
	failed: ({ code, message }) => `${code}: ${message}`,
	interrupted: ({ why }) => why,
	run_finished: ({ outcome }) => `${outcome.kind} (${outcome.reason}): ${outcome.message}`,
	note: ({ text }) => text,
	claimed: fieldWords,
	claim_lost: fieldWords,
	checkpoint_lost: fieldWords,
	delivery_checked: fieldWords,
	context: fieldWords,
	spent_read: fieldWords,
	cap_reached: fieldWords,
	plan_proposed: fieldWords,
	mode_changed: fieldWords,
	plan_revoked: fieldWords,
	plan_upheld: fieldWords,
	grants_revoked: fieldWords,
	switched_off: fieldWords,
	heeded: fieldWords,
	pull_changed: fieldWords,
	rule_proposed: fieldWords,
	remembered: fieldWords,
};

/** Returns what an entry says, for people. The text is not yet made safe for a terminal. */
export function entryWords(entry: Entry, tool = 'a call'): string {
	return (words[entry.type] as (entry: EntryBody, tool: string) => string)(entry, tool);
}

const stamp: ReadonlySet<string> = new Set(['prev', 'seq', 'at', 'type']);

/** Returns the people, numbers and short texts of an entry for which there is no special sentence. */
function fieldWords(entry: EntryBody): string {
	return Object.entries(entry)
		.filter(([name, value]) => !stamp.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
		.map(([name, value]) => `${name}=${String(value)}`)
		.join(' ');
}

function inputWords(input: Readonly<Record<string, JsonValue>>): string {
	const known = input['command'] ?? input['path'] ?? input['file_path'];
	return typeof known === 'string' ? known : JSON.stringify(input);
}

function approvalWords({ id, approved, user, role, approver_type: type, ...entry }: EntryOf<'approval'>): string {
	const who = type === 'human' ? `@${user} (${role})` : type;
	const reach = entry.scope === undefined ? '' : `, for ${entry.scope}`;
	const because = entry.rejection_reason === undefined ? '' : `: ${entry.rejection_reason}`;
	const more = entry.incomplete === true ? ', more approvals are needed' : '';
	return `${approved ? 'approved' : 'denied'} ${id} (${entry.tool_name} ${entry.call_id}) by ${who}${reach}${more}${because}`;
}
