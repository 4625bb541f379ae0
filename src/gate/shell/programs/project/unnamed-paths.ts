/** Options that choose the files to look at, by their names or by patterns. */
export const choosingOptions =
	/^(-[tkgm]|--(grep|fgrep|filter|exclude|ignore|skip|only|test|tests|spec|suite|name|tags?|tag|match|pattern|ext|test-?suite|groups?|exclude-(tag|group|pattern|testsuite)|deselect|plain-name|test-?[nN]ame-?[pP]attern|test-?[pP]ath-?[pP]atterns?|test-?[pP]ath-?[iI]gnore-?[pP]atterns|test-skip-pattern|ignore-(pattern|path|glob|words|dirs)|(no-)?match-(test|contract|path)|collectCoverageFrom|coverage\.(include|exclude)|fixable|select|scope|projects?))$/;
/** Names of options that say where a tool writes its output. */
export const outputOptions =
	/^(-[odO]|--?(?![\w.-]*(ignore|exclude|skip|filter|pattern))[\w.-]*(out|meta|report|dest|log|junit|cache|cov|prof|trace|dump|save|write|export|record|artifact|html|xml|json|lcov|sarif|snapshot|graph|emit|basetemp|te?mp|stats|timing)[\w.-]*)$/i;
