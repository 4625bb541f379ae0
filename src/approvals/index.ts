export { type Bound, bindingOf } from './binding.ts';
export {
	type CodeOwners,
	codeOwnersPaths,
	type OwnedPath,
	ownedAmong,
	readCodeOwners,
} from './code-owners.ts';
export { type Command, type Control, commandTraits, mayHoldCommand, parseCommands } from './command.ts';
export { type Answer, answersIn, type Pending, type Thread } from './decisions.ts';
export { approves, canDecide, commentsWith, firstOfEach, type ReadComment, readComment, vouchesFor } from './people.ts';
export {
	batchOf,
	buttonOf,
	keyName,
	mayBePress,
	type Press,
	pressLine,
	readButton,
	readPress,
	spokenPress,
} from './press.ts';
export { covers, mayAnswer, type PersonFacts, plainApprovals, requirement, teamsOf } from './requirement.ts';
export { clausesOf, signableBy, unsigned } from './signatures.ts';
export { stricterClauses } from './stricter.ts';
export { touchedPaths } from './touched-paths.ts';
export { type AskedFor, type Heard, partlyUnheardIn, unheardIn } from './unheard.ts';
