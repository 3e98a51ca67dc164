import CCurl

/// One request on the thread that runs it: the owner of libcurl's handles.
final class CurlTransfer {
  /// The time limit for a whole request, in seconds.
  private static let timeout = 600

  private let handle: UnsafeMutableRawPointer
  private let transfers: UnsafeMutableRawPointer
  private let headers: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  private let receiver: Receiver

  /// - Parameter onlyConnects: Whether to connect without sending the request, for `send` and `receive`.
  init(_ request: CurlRequest, onlyConnects: Bool = false) throws(CurlError) {
    guard let handle = curl_easy_init() else { throw CurlError("curl_easy_init", CURLE_OUT_OF_MEMORY) }
    guard let transfers = curl_multi_init() else {
      curl_easy_cleanup(handle)
      throw CurlError("curl_multi_init", CURLE_OUT_OF_MEMORY)
    }
    self.handle = handle
    self.transfers = transfers
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    headers = Self.list(request)
    receiver = Receiver(limit: request.maxResponseSize)
    try set(request)
    if onlyConnects {
      try check(vocative_curl_set_number(handle, CURLOPT_CONNECT_ONLY, 1))
      // Otherwise the two sides may agree on a version of HTTP that the caller does not speak.
      try check(vocative_curl_set_number(handle, CURLOPT_SSL_ENABLE_ALPN, 0))
    }
    if let authority = request.certificateAuthority { try check(vocative_curl_set_text(handle, CURLOPT_CAINFO, authority)) }
    let result = curl_multi_add_handle(transfers, handle)
    guard result == CURLM_OK else { throw CurlError("curl_multi_add_handle", multi: result) }
  }

  deinit {
    curl_multi_remove_handle(transfers, handle)
    curl_easy_cleanup(handle)
    curl_multi_cleanup(transfers)
    curl_slist_free_all(headers)
    errorText.deallocate()
  }

  /// Ends a wait of `run`, from any thread.
  var wakeUp: @Sendable () -> Void {
    let address = UInt(bitPattern: transfers)
    return { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address)) }
  }

  /// Sends the request and waits for the response.
  func run(until isCancelled: () -> Bool) throws(CurlError) -> CurlResponse {
    var running: Int32 = 1
    while running > 0 {
      let performed = curl_multi_perform(transfers, &running)
      guard performed == CURLM_OK else { throw CurlError("curl_multi_perform", multi: performed) }
      guard !isCancelled() else { throw .cancelled }
      guard running > 0 else { break }
      let polled = curl_multi_poll(transfers, nil, 0, 1000, nil)
      guard polled == CURLM_OK else { throw CurlError("curl_multi_poll", multi: polled) }
    }
    let result = CURLcode(UInt32(max(0, vocative_curl_result(transfers))))
    if receiver.isTooMuch {
      throw CurlError("curl_multi_perform", code: .tooLarge, reason: "the response has more than \(receiver.limit) bytes")
    }
    guard result == CURLE_OK else { throw CurlError("curl_multi_perform", result, detail: String(cString: errorText)) }
    return CurlResponse(
      status: vocative_curl_status(handle), contentType: vocative_curl_content_type(handle).map { String(cString: $0) },
      body: receiver.bytes)
  }

  // MARK: Connections

  /// The socket of a connection, to wait for; nil if it is lost.
  var socket: Int32? {
    let socket = vocative_curl_socket(handle)
    return socket < 0 ? nil : socket
  }

  /// Returns bytes of the server; none if it has sent none, and nil at the end of the connection.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(CurlError) -> Int? {
    var count = 0
    switch curl_easy_recv(handle, buffer.baseAddress, buffer.count, &count) {
    case CURLE_OK: return count == 0 ? nil : count
    case CURLE_AGAIN: return 0
    case let result: throw CurlError("curl_easy_recv", result, detail: String(cString: errorText))
    }
  }

  /// Sends bytes to the server, and returns how many it accepts at the moment.
  func send(_ bytes: UnsafeRawBufferPointer) throws(CurlError) -> Int {
    var count = 0
    switch curl_easy_send(handle, bytes.baseAddress, bytes.count, &count) {
    case CURLE_OK: return count
    case CURLE_AGAIN: return 0
    case let result: throw CurlError("curl_easy_send", result, detail: String(cString: errorText))
    }
  }

  // MARK: Options

  private func set(_ request: CurlRequest) throws(CurlError) {
    try check(vocative_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
    try check(vocative_curl_set_text(handle, CURLOPT_URL, request.url))
    try check(vocative_curl_allow_web_only(handle))
    // The address is sent unchanged: its author may have written dots on purpose.
    try check(vocative_curl_set_number(handle, CURLOPT_PATH_AS_IS, 1))
    // An empty text means no proxy, even if the environment names one.
    try check(vocative_curl_set_text(handle, CURLOPT_PROXY, ""))
    // Signals belong to the process, not to a thread of a library.
    try check(vocative_curl_set_number(handle, CURLOPT_NOSIGNAL, 1))
    try check(vocative_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT, request.connectTimeout))
    try check(vocative_curl_set_number(handle, CURLOPT_TIMEOUT, Self.timeout))
    try check(vocative_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers))
    if let body = request.body {
      try check(body.withUnsafeBytes { vocative_curl_set_body(handle, $0.baseAddress ?? UnsafeRawPointer(errorText), $0.count) })
    }
    // Otherwise the library waits for a body.
    if request.method == "HEAD" { try check(vocative_curl_set_number(handle, CURLOPT_NOBODY, 1)) }
    try check(vocative_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method))
    try check(vocative_curl_set_receiver(handle, Receiver.receive, Unmanaged.passUnretained(receiver).toOpaque()))
  }

  private func check(_ result: CURLcode) throws(CurlError) {
    guard result == CURLE_OK else { throw CurlError("curl_easy_setopt", result) }
  }

  /// The headers as the library takes them.
  private static func list(_ request: CurlRequest) -> UnsafeMutablePointer<curl_slist>? {
    let names = Set(request.headers.keys.map { $0.lowercased() })
    // A name without a value removes the header that the library adds by itself.
    let unwanted = ["Accept", "Content-Type", "Expect"].filter { !names.contains($0.lowercased()) }.map { "\($0):" }
    let wanted = request.headers.sorted { $0.key < $1.key }.map { name, value in
      value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)"
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for header in unwanted + wanted {
      guard let longer = curl_slist_append(list, header) else { break }
      list = longer
    }
    return list
  }
}

/// Collects the body of a response.
private final class Receiver {
  let limit: Int
  private(set) var bytes: [UInt8] = []
  private(set) var isTooMuch = false

  init(limit: Int) { self.limit = limit }

  private func receive(_ part: UnsafeRawBufferPointer) -> Int {
    guard bytes.count + part.count <= limit else {
      isTooMuch = true
      return 0
    }
    bytes.append(contentsOf: part)
    return part.count
  }

  /// The library calls it with each part; a return value other than the part's size ends the transfer.
  static let receive: curl_write_callback = { part, size, count, receiver in
    guard let part, let receiver else { return 0 }
    return Unmanaged<Receiver>.fromOpaque(receiver).takeUnretainedValue()
      .receive(UnsafeRawBufferPointer(start: part, count: size * count))
  }
}
