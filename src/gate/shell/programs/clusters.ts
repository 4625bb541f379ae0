import { readArguments } from '../arguments.ts';
import { commandOf, isListed, meaningsOf, type Saying, shellOf } from '../carried.ts';
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
import { constant, type Word } from '../word.ts';
import { composeText } from './container-files.ts';
import { minedBy } from './miners.ts';

const globals = '--context --cluster --user --token -s --server --as --as-group --request-timeout -v';
const common = `${globals} -n --namespace -l --selector -o --output -c --container --field-selector --sort-by -p --patch --type --replicas --timeout --grace-period`;

/** Kubernetes and tools for it. */
export const clusters = (): readonly Program[] => [
	rows('kubectl oc k3s-kubectl microk8s.kubectl', {
		input: 'handed',
		options: {
			...data(
				`${common} -f --filename -k --kustomize --image --overrides --target --template --subresource --from-literal`,
			),
			...role('script', '--kubeconfig'),
			...role('read', '--certificate-authority --client-certificate --client-key --patch-file --cert --key'),
			...role('write', '--cache-dir --output-directory --profile-output'),
		},
		also: (it) => [...kubectl(it), ...(it.stdin === undefined ? [] : composeText(it))],
	}),
	rows('helm helmfile', {
		input: 'data',
		options: {
			...data(
				'-n --namespace --kube-context -f --values --set --set-string --set-json --version --repo --timeout -l --selector',
			),
			...data('-e --environment --kube-token --kube-apiserver --username --password'),
			...role('script', '--kubeconfig'),
			...role('read', '--ca-file --cert-file --key-file --keyring --kube-ca-file'),
			...role('write', '--output-dir -d --destination --registry-config --repository-config --repository-cache'),
			...role('shell', '--post-renderer -b --helm-binary'),
		},
		also: (it) => [
			network('a cluster'),
			exec(it),
			...meaningsOf(it, helmSayings),
			...setFiles(it),
			...credentialFiles(it),
		],
	}),
	rows('etcdctl etcdutl', {
		input: 'data',
		options: {
			...data('--endpoints --user --password'),
			...role('read', '--cacert --cert --key'),
			...role('write', '--data-dir'),
		},
		also: (it) => [network('a cluster'), exec(it), ...meaningsOf(it, etcdSayings), ...credentialFiles(it)],
	}),
	rows('consul', {
		input: 'data',
		options: {
			...data('-http-addr -token -datacenter -namespace'),
			...role('read', '-ca-file -client-cert -client-key -token-file'),
			...role('script', '-config-file -config-dir'),
		},
		also: (it) => [
			network('a cluster'),
			exec(it),
			...meaningsOf(it, consulSayings),
			...afterVerb(it, /^(exec|watch|lock)$/),
		],
	}),
	rows('kind k3d minikube kubeadm k3s microk8s argocd flux istioctl velero rancher', {
		input: 'handed',
		options: { ...role('script', '--config'), ...data('--name -n --namespace -p --profile --context') },
		also: (it) => [
			network('a cluster'),
			exec(it),
			...meaningsOf(it, clusterSayings),
			...credentialFiles(it),
			...afterVerb(it, /^(ssh|kubectl)$/),
		],
	}),
];

/** Judges the command that follows a verb. */
function afterVerb({ words }: Invocation, verb: RegExp): readonly Finding[] {
	const at = words.findIndex((word) => verb.test(word.text));
	const rest = at < 0 ? [] : words.slice(at + 1);
	const first = rest.findIndex((word) => !word.text.startsWith('-'));
	return first < 0 ? [] : [shellOf(rest.slice(first))];
}

/** Judges `--set-file name=path`, which reads a file into a release. */
function setFiles(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word, i) => {
		const given = /^--set-file(?:=(.+))?$/.exec(word.text);
		const text = given === null ? undefined : (given[1] ?? it.words[i + 1]?.text);
		const path = text?.replace(/^[^=]*=/, '');
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

const helmSayings: readonly Saying[] = [
	{ operands: /^(uninstall|delete|del|un)\b/, listed: true, means: [destroy('releases by helm')] },
	{ operands: /^(destroy|delete)\b/, words: /^(?!.*(uninstall|delete \S))/, means: [destroy('releases by helm')] },
];
const etcdSayings: readonly Saying[] = [
	{ operands: /^(del|role delete|user delete|lease revoke)\b/, listed: true, means: [destroy('keys by etcdctl')] },
	{ operands: /^del\b/, words: /--prefix|--from-key|--range/, means: [destroy('keys by etcdctl')] },
	{ operands: /^(member remove|snapshot restore|defrag)\b/, means: [destroy('a member by etcdctl')] },
];
const consulSayings: readonly Saying[] = [
	{ operands: /^kv delete\b/, listed: true, means: [destroy('keys by consul')] },
	{ operands: /^kv delete\b/, words: / --?recurse\b/, means: [destroy('keys by consul')] },
	{ operands: /^(leave|force-leave|snapshot restore)\b/, means: [destroy('a member by consul')] },
];
const clusterSayings: readonly Saying[] = [
	{ operands: /^reset\b/, means: [destroy('a cluster')] },
	{
		operands: /^(app|appset|cluster|proj|repo) (delete|rm)\b|^(backup|restore) delete\b|^uninstall\b/,
		means: [destroy('applications of a cluster')],
	},
	{ operands: /^delete\b/, words: / --all\b| --purge\b/, means: [destroy('all clusters of this machine')] },
	{ operands: /^(\w+ )?(delete|rm|remove|uninstall)\b/, listed: true, means: [destroy('what is listed of a cluster')] },
];

/** Kinds of objects that a controller creates again, or that a manifest of the checkout can create again. */
const renewable =
	/^(po|pods?|jobs?|cj|cronjobs?|rs|replicasets?|deploy|deployments?|svc|services?|cm|configmaps?|ing|ingress(es)?|ep|endpoints|events?|ev|hpa|horizontalpodautoscalers?|pdb|ds|daemonsets?|networkpolic(y|ies)|netpol|leases?)(\.[\w.]+)?$/i;

/** Returns the image in `container=image`. */
function imageIn(word: Word): Word {
	return { ...word, text: word.text.replace(/^[^=]*=/, '') };
}

function kubectl(it: Invocation): readonly Finding[] {
	const [verb, ...rest] = it.operands;
	const base: readonly Finding[] = [network('a cluster'), exec(it), ...credentialFiles(it), ...sources(it)];
	switch (verb?.text) {
		case undefined:
			return [exec(it)];
		case 'delete':
			return [...base, ...deleted(it)];
		case 'exec':
		case 'rsh':
			return [...base, ...commandOf(afterDashes(it) ?? afterPod(it))];
		case 'debug':
			return [
				...base,
				...(rest.some((word) => /^nodes?\//.test(word.text)) ? [privilege('mounts the machine into a container')] : []),
				...commandOf(afterDashes(it) ?? []),
			];
		case 'run':
			return [...base, ...overridden(it), ...minedBy(it.values('--image')), ...commandOf(afterDashes(it) ?? [])];
		case 'create':
			return [
				...base,
				...meaningsOf(it, kubectlSayings),
				...minedBy(it.values('--image')),
				...commandOf(/^(deploy(ment)?|job|cj|cronjob)$/.test(rest[0]?.text ?? '') ? (afterDashes(it) ?? []) : []),
			];
		case 'set':
			return [...base, ...meaningsOf(it, kubectlSayings), ...minedBy(rest.map(imageIn))];
		case 'cp':
			return [...base, ...copied(rest, it)];
		default:
			return [...base, ...meaningsOf(it, kubectlSayings)];
	}
}

/** Reports rights on the machine that `--overrides` gives to a pod. */
function overridden({ words }: Invocation): readonly Finding[] {
	const rises = /"(privileged|hostPID|hostIPC|hostNetwork)"\s*:\s*true|"hostPath"/;
	return words.some(({ text }) => rises.test(text)) ? [privilege('gives a container the machine')] : [];
}

const kubectlSayings: readonly Saying[] = [
	{
		operands: /^get (\S*,)?secrets?\b/i,
		words: / (-o|--output)[ =]?(?!name|wide)\w| --template|--show-labels/,
		means: [secret('secrets of a cluster')],
	},
	{
		operands: /^get secrets?\b/i,
		words: /-o(yaml|json|go-template|jsonpath)/,
		means: [secret('secrets of a cluster')],
	},
	{ operands: /^get\b/, words: / --raw[ =]?\S*\/secrets/, means: [secret('secrets of a cluster')] },
	{ operands: /^config view\b/, words: / --raw\b| --flatten\b/, means: [secret('the configuration of a cluster')] },
	{ operands: /^create token\b|^(whoami)\b/, words: / token| -t/, means: [secret('a token of a cluster')] },
	{
		operands: /^create (cluster)?rolebinding\b|^adm policy|^certificate approve|^auth reconcile/,
		means: [privilege('changes who may do what in a cluster')],
	},
	{
		operands: /^scale\b/,
		words: / --replicas[ =]0\b.* --all\b| --all\b.* --replicas[ =]0\b/,
		means: [destroy('everything that runs in a namespace')],
	},
	{ operands: /^replace\b/, words: / --raw\b/, means: [destroy('what a raw request names')] },
];

/** Judges `--from-file=[key=]path`, which reads a file into the cluster. */
function sources(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		const path = /^--from-(?:env-)?file=(?:[\w.-]+=)?(.+)$/.exec(word.text)?.[1];
		return path === undefined ? [] : reads({ ...constant(path), known: word.known }, it.scope);
	});
}

/** Reports a deletion that cannot be undone. A single named object of a renewable kind can be created again. */
function deleted(it: Invocation): readonly Finding[] {
	if (it.words.some((word) => /^--dry-run(=(client|server))?$/.test(word.text))) return [];
	const given = it.operands.slice(1);
	if (given.some(isListed)) return [destroy('what is found by kubectl')];
	const [first] = given;
	if (first === undefined)
		return it.has('--all') || it.values('-f', '--filename').some((word) => word.text === '-')
			? [destroy('what is found by kubectl')]
			: [];
	const kinds = first.text.includes('/') ? given.map((word) => word.text.replace(/\/.*$/, '')) : first.text.split(',');
	const isAll = it.has('--all', '-A', '--all-namespaces');
	const lasting = kinds.find((kind) => !renewable.test(kind));
	if (!isAll && lasting === undefined) return [];
	return [destroy(`${lasting ?? first.text} by kubectl`)];
}

/** Judges copies. A file that is copied into a pod is read; a file that is copied out of a pod is written. */
function copied(paths: readonly Word[], { scope }: Invocation): readonly Finding[] {
	const isLocal = (word: Word) => !word.text.includes(':');
	return [
		...paths
			.slice(0, -1)
			.filter(isLocal)
			.flatMap((word) => reads(word, scope)),
		...paths
			.slice(-1)
			.filter(isLocal)
			.flatMap((word) => writes(word, scope)),
	];
}

/** Returns the command in the old form without `--`. It begins after the name of the pod. */
function afterPod({ words }: Invocation): readonly Word[] {
	const verb = words.findIndex((word) => /^(exec|rsh)$/.test(word.text));
	const [, ...rest] = readArguments(words.slice(verb + 1), data(common), true).operands;
	return readArguments(rest, data(common), true).operands;
}

function afterDashes({ words }: Invocation): readonly Word[] | undefined {
	const at = words.findIndex((word) => word.text === '--');
	return at < 0 ? undefined : words.slice(at + 1);
}
