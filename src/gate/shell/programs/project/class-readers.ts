import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../../program.ts';

/** Programs that print the contents of compiled classes. Each has its own row, because `-p` takes a value in only one of them. */
export const classReaders = (): readonly Program[] => [
	rows('javap', {
		input: 'ignored',
		options: {
			...data('-cp -classpath --class-path -bootclasspath --module-path --module -m --system --multi-release'),
			...role(
				'flag',
				'-c -v -verbose -l -s -p -private --private -public --public -protected --protected -package --package -constants --constants -sysinfo -h --help -version --version',
			),
		},
		onlyListed: true,
		argumentFiles: true,
		also: javaOptions,
	}),
	rows('jdeps', {
		input: 'ignored',
		options: {
			...data(
				'-cp -classpath --class-path --module-path -m --module --system --multi-release -e -regex -p -package -filter',
			),
			...role(
				'flag',
				'-s -summary -v -verbose -R -recursive --recursive -apionly --api-only -jdkinternals --jdk-internals --list-deps --list-reduced-deps --print-module-deps --ignore-missing-deps -P -profile -q -quiet --check -I --inverse -h --help --version',
			),
			...role('write', '-dotoutput --dot-output --generate-module-info --generate-open-module'),
		},
		argumentFiles: true,
		onlyListed: true,
		also: javaOptions,
	}),
];

/** Reports options that `-J` passes to Java. They may load code: `-J-javaagent:x.jar`. */
function javaOptions({ words }: Invocation): readonly Finding[] {
	return words.filter(({ text }) => text.startsWith('-J')).map(({ text }) => opaque(`the option of Java \`${text}\``));
}
