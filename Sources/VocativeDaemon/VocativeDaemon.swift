import ArgumentParser
@main struct V: ParsableCommand { }
