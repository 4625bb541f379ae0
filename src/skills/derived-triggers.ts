/** Words that say nothing about what a skill is for, because descriptions of any skill have them. */
const plain = new Set(
	`about actions add additional after agent agents all also always and any apply applies appropriate are asked asking asks automatically
	available based because been before being best between both build building but can cannot claude code complete comprehensive contains
	content could create creates creating current different does doing don each edit either ensure ensures etc even every example examples
	existing explicitly file files find first fix following for format from full general generate get give given gives good guide guidance
	guides handle has have help helps how including includes information instead into invoke involve involving issue its just keep kind
	knowledge later like list make makes making manage mention mentioned mentions more most must need needed needs never new not number
	offer one only open other others out over own part perform please practice practices primary principles project prompt provide
	provides pull quality read real reference related repository request requested requests right run running same say says set should
	show similar simple skill skills some something specific standard start step such support supports take task tasks than that the
	their them then there these they thing things this those through time tool toolkit tools trigger triggered triggers type types update
	use used useful user users uses using utilities various via want wants way well what when whenever where which while who will with
	without work workflow workflows working works would write writes writing yes you your`.split(/\s+/),
);

const most = 16;

/**
 * Key words of a skill that names none, as those of the open format: its name, the words of the name, and the telling words of the
 * description in their order. The same text always gives the same words.
 */
export function derivedTriggers(name: string, description: string): readonly string[] {
	const ofName = name.split('-');
	const words = description.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? [];
	const telling = [...ofName, ...words.map((word) => word.replace(/[.+-]+$/, ''))].filter(
		(word) => word.length > 2 && !plain.has(word),
	);
	// A trigger fits whatever begins with it, so the singular fits the plural, too.
	const singular = telling.map((word) => word.replace(/(?<=[a-z]{3}[^s])s$/, ''));
	return [...new Set([ofName.join(' '), ...singular])].slice(0, most);
}
