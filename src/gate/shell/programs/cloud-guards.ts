import type { Saying } from '../carried.ts';
import { privilege } from '../program.ts';

/** Switches off an audit log or a security scan. Afterwards nobody sees what happens in the cloud. */
const lostGuard = privilege('switches off the record or the scan of a cloud');

export const awsGuards: readonly Saying[] = [
	{
		operands:
			/^(cloudtrail stop-logging|guardduty (disassociate|stop-monitoring)\S*|configservice stop-configuration-recorder|securityhub (disable|batch-disable)\S*|macie2? disable\S*|inspector2? disable\S*|detective disable\S*|access-analyzer delete\S*)( |$)/,
		means: [lostGuard],
	},
	{ operands: /^guardduty update-detector\b/, words: / --no-enable\b/, means: [lostGuard] },
	{
		operands: /^cloudtrail (put-event-selectors|update-trail)\b/,
		words: /IncludeManagementEvents["':=\s]+false| --no-(is-multi-region-trail|enable-log-file-validation)\b/,
		means: [lostGuard],
	},
];

export const gcloudGuards: readonly Saying[] = [
	{ operands: /(add|set)-iam-policy/, means: [privilege('changes who may do what in the cloud')] },
	{ operands: /^logging sinks update\b/, words: / --disabled\b/, means: [lostGuard] },
	{
		operands: /^services disable\b.*\b(logging|securitycenter|cloudasset|monitoring)\./,
		means: [lostGuard],
	},
];
