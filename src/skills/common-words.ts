import { stemmer } from 'stemmer';

const functionWords: ReadonlySet<string> = new Set(
	`a about above after again against all also although always am an and any anything apply are as asked asking asks at automatically
	be because been before being below best between both but by can cannot could did do does doing don done down during each either else
	etc even ever every everything for from further had has have having he her here him his how however i if in into is it its itself
	just kind later let like many may me might more most much must my need needed needs neither never no nor not nothing now of off often
	on once one only onto or other others our out over own per please rather same say says see shall she should similar since so some
	something such than that the their them then there these they thing things this those though through to together too under until up
	upon us used useful uses using usually various very via want wants was we well were what whatever when whenever where whether which
	while who whose why will with within without would yes yet you your`.split(/\s+/),
);

const common = `ability access action actions active actually add added additional address agent agents ai allow already answer api app application
	apply approach appropriate area argument ask attempt available bad base based basic begin behavior behaviour better big bit block broken bug build
	built button call capability case cause change changes check class claude clean clear click client close code codebase codex command comment
	common complete comprehensive concise config configuration configure contain content context copilot correct count crash create creating current custom
	data date day deal default define delete design detail detailed developer development different directory disable display do docs document
	documentation edit effective element empty enable end ensure entry environment error evaluate event example exist exists expect expert explain
	explicit extend fail failing failure false feature field file files fill find first fix fixed folder follow following format full function
	gave general generate get give go good guidance guide hand handle happen help high host idea implement implementation important improve include
	including info information input install instance instead instruction integrate integration interact interface invoke involve issue item job
	keep key know knowledge language large last latest left level library limit line link list load local log long look low main maintain make manage
	management mark match mean mention menu message method miss missing mode model modify module multiple name new next none note null number object
	offer old open operation option order output overview package page parameter part path pattern perform place point popular post practice
	practices prevent previous primary principle print problem process produce program project prompt proper property provide pull push put
	quality question quick read ready real reason reference related relevant remove rename repo repository request require requirement resource
	response result return review right row rule run save script search section select send server service session set setting setup shape show side
	simple single site size skill skills small software source specialist specific standard start state status step steps stop store string structure style subject
	suggest support sure switch system table tag take talk target task tasks team technique template test tests testing text time title toolkit tool tools
	top track trigger triggers true try turn two type ui understand update upload usage use user users utility valid value variable verify version view wait
	web why width window work workflow wrong write writing year`;

const commonStems: ReadonlySet<string> = new Set(common.split(/\s+/).map((word) => stemmer(word)));

/** Whether a word in lower case says nothing about the topic, such as `the` or `when`. */
export function isFunctionWord(word: string): boolean {
	return functionWords.has(word);
}

/** Whether descriptions and tasks of any topic contain this stem, such as `file`, `fix` or `test`. */
export function isCommonStem(stem: string): boolean {
	return commonStems.has(stem);
}
