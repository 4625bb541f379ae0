import { exec, type Finding, type Invocation, network, type Program, privilege, rows } from '../program.ts';

/** Container, cluster and cloud tools: whatever they do, they do outside the checkout. */
export const containers: readonly Program[] = [
	rows('docker podman nerdctl buildah', {
		also: docker,
		examples: {
			'docker ps': ['exec docker'],
			'docker run -v /:/host alpine': ['exec docker', 'privilege mounts the machine into a container'],
			'docker run --privileged alpine': ['exec docker', 'privilege runs a container with the rights of the machine'],
			'docker rm x': ['exec docker'],
		},
	}),
	rows('docker-compose vagrant virsh', {
		also: (it) => [exec(it)],
		examples: { 'docker-compose up': ['exec docker-compose'] },
	}),
	rows(
		'kubectl helm aws gcloud az terraform tofu pulumi vercel netlify heroku fly flyctl wrangler doctl ansible ansible-playbook',
		{
			also: (it) => [network('a cloud'), exec(it)],
			examples: {
				'kubectl get pods': ['network a cloud', 'exec kubectl'],
				'terraform destroy': ['network a cloud', 'exec terraform'],
			},
		},
	),
];

function docker(it: Invocation): readonly Finding[] {
	const text = ` ${it.words.map((word) => word.text).join(' ')} `;
	const mounts =
		/ (-v|--volume)[ =]?(\/|\/(etc|root|home|var|proc|sys)[^ :]*|[^ ]*docker\.sock):| --mount[ =][^ ]*(source|src)=\/(,| |etc|root|home|var)/.test(
			text,
		);
	const rights = / --privileged(=true)? | --(pid|net|network|ipc|uts|userns)[ =]host | --cap-add[ =]?(all|sys_)/i.test(
		text,
	);
	return [
		exec(it),
		...(mounts ? [privilege('mounts the machine into a container')] : []),
		...(rights ? [privilege('runs a container with the rights of the machine')] : []),
	];
}
