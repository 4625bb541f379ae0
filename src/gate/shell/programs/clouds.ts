import { isCredential } from '../../sensitive.ts';
import { meaningsOf, type Saying, shellOf } from '../carried.ts';
import {
	data,
	destroy,
	exec,
	type Finding,
	type Invocation,
	network,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { credentialFiles, reads, writes } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { constant, type Word } from '../word.ts';
import { awsGuards, gcloudGuards } from './cloud-guards.ts';

/** Command-line tools of clouds. They change machines and data that no pull request can restore. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const clouds = (): readonly Program[] => [
	cloud('aws awslocal', {
		options: {
			...data(
				'--profile --region --output --query --cli-read-timeout --cli-connect-timeout --color --name --secret-id',
			),
			...data('--bucket --stack-name --key --function-name --payload --instance-ids --filters --filter'),
			...role('read', '--ca-bundle'),
			...role('url', '--endpoint-url'),
		},
		sayings: [
			{ operands: /^s3 rb\b/, means: [destroy('a bucket by aws')] },
			{ operands: /^s3 rm\b/, listed: true, unless: / --dryrun\b/, means: [destroy('objects by aws')] },
			{ operands: /^s3 rm\b/, words: / --recursive\b/, unless: / --dryrun\b/, means: [destroy('objects by aws')] },
			{
				operands: /^s3 sync\b/,
				words: / --delete\b.*s3:\/\/|s3:\/\/.* --delete\b/,
				unless: / --dryrun\b/,
				means: [destroy('objects by aws')],
			},
			{
				operands: /^[\w-]+ (batch-)?(delete|terminate|purge|destroy|wipe)-?/,
				unless: /^sqs delete-message|delete-tags|--dry-run/,
				means: [destroy('resources by aws')],
			},
			...awsGuards,
			{
				operands: /^(kms schedule-key-deletion|ec2 release-address|organizations (leave|close-account)|account close)/,
				means: [destroy('resources by aws')],
			},
			{
				operands:
					/^iam (attach|put|add|create-login|update-assume|set-default|create-policy-version|create-access)|^s3api put-(bucket|object)-(acl|policy)|^s3api delete-public|^lambda add-permission|^ram |^ec2 authorize-security-group/,
				means: [privilege('changes who may do what in the cloud')],
			},
			{
				operands:
					/^(configure (get|export-credentials)|sts (get-session-token|assume-role|get-federation)|ecr(-public)? get-(login|authorization)|codeartifact get-authorization|secretsmanager (batch-)?get-(secret-value|random)|kms decrypt|rds generate-db-auth|eks get-token|iam create-access-key|ec2 get-password-data|ec2 create-key-pair|redshift get-cluster-cred|lightsail (get-instance-access|download-default)|sso get-role|cognito-identity get-cred)/,
				means: [secret('credentials of the cloud')],
			},
			{ operands: /^ssm get-parameter/, words: / --with-decryption\b/, means: [secret('credentials of the cloud')] },
		],
		also: (it) => [
			...copies(it),
			...parameterFiles(it),
			...answered(it),
			...remoteShell(it, /^(ecs execute-command|ssm)\b/, ['--command']),
		],
	}),
	cloud('gcloud', {
		options: {
			...data(
				'--project --account --configuration --format --filter --zone --region --impersonate-service-account --verbosity',
			),
			...role('list', '--flags-file'),
			...role('read', '--access-token-file --key-file --cred-file --data-file --env-vars-file --metadata-from-file'),
		},
		sayings: [
			{ operands: /(^| )(delete|destroy|purge)( |$)/, means: [destroy('resources by gcloud')] },
			{
				operands: /^storage (rm|rb)\b|^storage buckets delete/,
				words: / (-r|-R|--recursive|rb|buckets)\b|\*/,
				means: [destroy('objects by gcloud')],
			},
			{
				operands:
					/print-(access|identity)-token|secrets versions access|iam service-accounts keys create|auth (application-default )?print|auth print|describe-secret|sql generate-login-token|config config-helper/,
				means: [secret('credentials of the cloud')],
			},
			...gcloudGuards,
		],
		also: (it) => [
			...copies(it),
			...remoteShell(it, /^(compute|cloud-shell|app|alpha) .*ssh\b|^compute ssh/, ['--command']),
		],
	}),
	cloud('bq', {
		options: { ...data('--project_id --location --format --dataset_id'), ...role('read', '--flagfile --bigqueryrc') },
		sayings: [
			{ operands: /^rm\b/, words: / (-r|-f|-rf?|--recursive|-d|--dataset)\b/, means: [destroy('data by bq')] },
			{ operands: /^rm\b/, listed: true, means: [destroy('data by bq')] },
			{ operands: /^(add|set)-iam-policy/, means: [privilege('changes who may do what in the cloud')] },
		],
		also: sqlText,
	}),
	cloud('gsutil', {
		options: data('-h -o -u'),
		sayings: [
			{ operands: /^rm\b/, listed: true, means: [destroy('objects by gsutil')] },
			{ operands: /^rb\b/, means: [destroy('a bucket by gsutil')] },
			{ operands: /^rm\b/, words: / -\w*[rRa]|\*/, means: [destroy('objects by gsutil')] },
			{ operands: /^rsync\b/, words: / -\w*d/, means: [destroy('objects by gsutil')] },
			{ operands: /^(acl|iam|defacl) (set|ch)\b/, means: [privilege('changes who may do what in the cloud')] },
		],
		also: copies,
	}),
	cloud('az', {
		options: data('--subscription --output -o --query --resource-group -g --name -n --location -l'),
		sayings: [
			{
				operands: /(^| )(delete|purge|delete-batch|destroy|deallocate)( |$)/,
				unless: /deallocate|repos policy/,
				means: [destroy('resources by az')],
			},
			{
				operands:
					/get-access-token|keyvault (secret|key|certificate) (show|download|backup)|keys list|credential show|list-publishing|create-for-rbac|connection-string|generate-sas|list-keys|appsettings list/,
				means: [secret('credentials of the cloud')],
			},
			{
				operands: /^role assignment create|^keyvault set-policy/,
				means: [privilege('changes who may do what in the cloud')],
			},
			{ operands: /run-command invoke/, means: [destroy('what a command on another machine changes')] },
		],
		also: sentFiles,
	}),
	cloud('terraform tofu terragrunt pulumi cdktf', {
		input: 'judged',
		options: {
			...data('-target -replace -s --stack -C --cwd -chdir -var -lock-timeout -parallelism --parallel -m --message'),
			...role('read', '-var-file -backend-config --config-file'),
			...role('write', '-state -state-out -out -backup --save-plan'),
			...role('script', '-plugin-dir -from-module --terragrunt-config --config --terragrunt-tfpath'),
		},
		sayings: [
			{ operands: /(^| )(destroy|destroy-all)( |$)/, unless: /validate|plan/, means: [destroy('infrastructure')] },
			{ operands: /(^| )(apply|up)( |$)/, words: /(^| )--?destroy\b/, means: [destroy('infrastructure')] },
			{
				operands: /^(workspace delete|stack rm)\b/,
				words: / --?(force|f|yes|y)\b/,
				means: [destroy('the state of infrastructure')],
			},
			{
				operands: /^(state (rm|delete)|untaint|stack rm)\b/,
				listed: true,
				means: [destroy('the state of infrastructure')],
			},
			{ operands: /^state push\b/, words: / --?force\b/, means: [destroy('the state of infrastructure')] },
			{ operands: /^state delete\b/, words: / --all\b/, means: [destroy('the state of infrastructure')] },
			{
				operands: /^state (pull|show)\b|^stack export|^show\b/,
				words: /pull|export|-json|--show-secrets/,
				means: [secret('the state of infrastructure')],
			},
			{ operands: /./, words: / --show-secrets\b/, means: [secret('the state of infrastructure')] },
		],
		also: (it) => [...it.operands.flatMap(({ text }) => (isSecretName(text) ? [secret(text)] : [])), ...evaluated(it)],
	}),
	cloud(
		'cdk sam serverless sls sst copilot eb eksctl chalice amplify zappa cf ibmcloud oci doctl linode-cli hcloud scw civo vultr-cli exo openstack nova aliyun tccli nomad atlas turso pscale neonctl neon railway render koyeb shuttle deta',
		{
			sayings: [
				{
					operands:
						/(^|[ :])(delete|destroy|remove|rm|terminate|undeploy|purge|nuke|wipe|down|delete-\S+)( |$)|(^| )(Delete|Terminate|Destroy)[A-Z]\w*/,
					means: [destroy('resources of a cloud')],
				},
				{
					operands:
						/(^| )(connection-string|variables|api-keys?|password create|kubeconfig (show|save)|export-token|login-token)( |$)/,
					means: [secret('credentials of the cloud')],
				},
				{ operands: /^job stop\b/, words: / --?purge\b/, means: [destroy('a job by nomad')] },
			],
		},
	),
	rows('packer', {
		input: 'ignored',
		options: { ...data('-var -only -except -color'), ...role('read', '-var-file') },
		operands: ['data', 'script'],
		also: (it) => [network('a cloud'), exec(it)],
	}),
];

/** Returns the row for a command-line tool of a cloud. The words of a call decide its effect. */
export function cloud(
	names: string,
	row: {
		readonly input?: Program['input'];
		readonly options?: Program['options'];
		readonly sayings: readonly Saying[];
		readonly also?: (it: Invocation) => readonly Finding[];
	},
): Program {
	return rows(names, {
		input: row.input ?? 'data',
		...(row.options && { options: row.options }),
		also: (it) => [
			...(isSilent(it) ? [] : [network('a cloud')]),
			exec(it),
			...meaningsOf(it, row.sayings),
			...(row.also?.(it) ?? []),
			...credentialFiles(it),
		],
	});
}

/** Judges the input of a console. Functions in the input can read files. */
function evaluated(it: Invocation): readonly Finding[] {
	const named = [...(it.stdin?.text ?? '').matchAll(/"([^"\n]{2,200})"/g)].map((match) => match[1] ?? '');
	const shown = /\bnonsensitive\(/.test(it.stdin?.text ?? '') ? [secret('the state of infrastructure')] : [];
	return [...named.filter(isCredential).map(secret), ...shown];
}

const isSilent = (it: Invocation) => it.operands.length === 0 || it.has('--version', '--help');

const remotePath = /^(s3|gs|https?|azure|abfss?):\/\//;

/** Judges the local paths of `aws s3 cp`, `gsutil cp` and `gcloud storage cp`, which are read or written. */
function copies(it: Invocation): readonly Finding[] {
	const at = it.operands.findIndex((word) => /^(cp|mv|sync|rsync)$/.test(word.text));
	if (at < 0 || at > 1) return [];
	const paths = it.operands.slice(at + 1);
	const isLocal = (word: Word | undefined): word is Word =>
		word !== undefined && !remotePath.test(word.prefix) && word.text !== '-';
	const read = paths
		.slice(0, -1)
		.filter(isLocal)
		.flatMap((word) => reads(word, it.scope));
	const written = paths
		.slice(-1)
		.filter(isLocal)
		.flatMap((word) => writes(word, it.scope));
	return [...read.filter((finding) => finding.find === 'effect' && finding.effect.kind !== 'read'), ...written];
}

/** Judges the command line that an option sends to another machine. */
export function remoteShell(it: Invocation, operands: RegExp, options: readonly string[]): readonly Finding[] {
	if (!operands.test(it.operands.map((word) => word.text).join(' '))) return [];
	const given = it.words.flatMap((word, i) => {
		const name = options.find((option) => word.text === option || word.text.startsWith(`${option}=`));
		if (name === undefined) return [];
		const next = it.words[i + 1];
		return word.text === name
			? next === undefined
				? []
				: [next]
			: [{ ...word, text: word.text.slice(name.length + 1) }];
	});
	return given.map((word) => shellOf([word]));
}

/** Judges parameters of aws that name a file to send. */
function parameterFiles(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		const path = /(?:^|=)fileb?:\/\/(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

/** Judges parameters of az that begin with `@`. They name a file to send. */
function sentFiles(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		const path = /(?:^|=)@(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

/** Judges calls of aws that write the answer to a file, which the last word names. */
function answered(it: Invocation): readonly Finding[] {
	const verb = it.operands.slice(0, 2).map((word) => word.text);
	const isWriting = /^(lambda invoke|s3api get-object|s3api get-object-torrent|glacier get-job-output)$/.test(
		verb.join(' '),
	);
	return isWriting
		? it.operands
				.slice(2)
				.slice(-1)
				.flatMap((word) => writes(word, it.scope))
		: [];
}

/** Reports tables, schemas and databases that a query drops or empties. */
function sqlText(it: Invocation): readonly Finding[] {
	const text = [...it.words.map((word) => word.text), it.stdin?.text ?? ''].join(' ');
	return /\b(drop|truncate)\s+(table|schema|database)\b/i.test(text) ? [destroy('a table by bq')] : [];
}
